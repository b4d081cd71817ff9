package dev.manta.data;

import org.jspecify.annotations.Nullable;

/// Values in a type that holds them, see [Type#common].
final class Widened {
  private Widened() {}

  static ColumnBuilder of(Column from, String name, Type type) {
    var builder = new ColumnBuilder(type);
    boolean numbers = from.type().isNumber() && from.type() != Type.Scalar.U64;
    for (int i = 0; i < from.rows(); i++) {
      if (numbers && type.isNumber() && !from.isNull(i)) {
        number(from, i, builder);
      } else {
        put(builder, name, ColumnValues.at(from, i));
      }
    }
    return builder;
  }

  /// An integer among floating-point numbers keeps 53 bits.
  private static void number(Column from, int row, ColumnBuilder to) {
    if (CommonTypes.isReal(to.type())) {
      to.add(from.realAt(row));
    } else {
      to.add(from.wholeAt(row));
    }
  }

  static void put(ColumnBuilder to, String name, @Nullable Object value) {
    if (value == null) {
      to.addNull();
    } else {
      ObjectValues.put(to, name, value);
    }
  }
}
