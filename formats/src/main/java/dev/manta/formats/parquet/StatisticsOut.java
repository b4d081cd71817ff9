package dev.manta.formats.parquet;

import dev.manta.data.Column;
import dev.manta.data.Type;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/// The least and greatest value of a column, so that readers can pass over row groups.
record StatisticsOut(byte[] least, byte[] most, long nulls) {
  /// Those of numbers; a column with a NaN has none.
  static Optional<StatisticsOut> of(Column column) {
    return switch (column.type()) {
      case Type.Scalar type when type == Type.Scalar.F32 || type == Type.Scalar.F64 ->
          reals(column, type);
      case Type.Scalar type when type == Type.Scalar.I32 || type == Type.Scalar.I64 ->
          wholes(column, type);
      case Type _ -> Optional.empty();
    };
  }

  private static Optional<StatisticsOut> reals(Column column, Type.Scalar type) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    long nulls = 0;
    for (int i = 0; i < column.rows(); i++) {
      if (column.isNull(i)) {
        nulls++;
        continue;
      }
      double value = column.realAt(i);
      if (Double.isNaN(value)) {
        return Optional.empty();
      }
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    return least > most
        ? Optional.empty()
        : Optional.of(new StatisticsOut(real(type, least), real(type, most), nulls));
  }

  private static Optional<StatisticsOut> wholes(Column column, Type.Scalar type) {
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    long nulls = 0;
    for (int i = 0; i < column.rows(); i++) {
      if (column.isNull(i)) {
        nulls++;
      } else {
        least = Math.min(least, column.wholeAt(i));
        most = Math.max(most, column.wholeAt(i));
      }
    }
    return least > most
        ? Optional.empty()
        : Optional.of(new StatisticsOut(whole(type, least), whole(type, most), nulls));
  }

  private static byte[] real(Type.Scalar type, double value) {
    return type == Type.Scalar.F32
        ? little(4).putFloat((float) value).array()
        : little(8).putDouble(value).array();
  }

  private static byte[] whole(Type.Scalar type, long value) {
    return type == Type.Scalar.I32
        ? little(4).putInt((int) value).array()
        : little(8).putLong(value).array();
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  void write(ThriftOut out) {
    out.i64(3, nulls).binary(5, most).binary(6, least);
  }
}
