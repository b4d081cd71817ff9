package dev.manta.formats.parquet;

import dev.manta.data.Condition;
import dev.manta.data.Type;
import java.util.List;
import java.util.Optional;

/// Whether a row group may have rows that meet conditions, by the least and greatest values that
/// the file tells of.
final class Pruning {
  private Pruning() {}

  static boolean mayHold(Footer footer, Footer.RowGroup group, List<Condition> conditions) {
    for (Condition condition : conditions) {
      for (int i = 0; i < footer.leaves().size(); i++) {
        Leaf leaf = footer.leaves().get(i);
        boolean same = leaf.name().equals(condition.column());
        if (same && !mayHold(leaf, group.chunks().get(i).statistics(), condition)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean mayHold(
      Leaf leaf, Optional<Thrift.Struct> statistics, Condition condition) {
    if (statistics.isEmpty() || leaf.isList() || !isPlain(leaf)) {
      return true;
    }
    byte[] most = statistics.get().bytes(5);
    byte[] least = statistics.get().bytes(6);
    if (most == null
        || least == null
        || most.length < leaf.width()
        || least.length < leaf.width()) {
      return true;
    }
    return condition.mayHold(value(leaf, least), value(leaf, most));
  }

  /// Numbers that are stored as what they are.
  private static boolean isPlain(Leaf leaf) {
    return leaf.type() == Type.Scalar.F32
        || leaf.type() == Type.Scalar.F64
        || leaf.type() == Type.Scalar.I32
        || leaf.type() == Type.Scalar.I64;
  }

  private static double value(Leaf leaf, byte[] bytes) {
    return switch (leaf.physical()) {
      case FLOAT -> Float.intBitsToFloat(Little.i32(bytes, 0));
      case DOUBLE -> Double.longBitsToDouble(Little.i64(bytes, 0));
      case INT32 -> Little.i32(bytes, 0);
      case INT64 -> Little.i64(bytes, 0);
      case BOOLEAN, INT96, BYTE_ARRAY, FIXED -> Double.NaN;
    };
  }
}
