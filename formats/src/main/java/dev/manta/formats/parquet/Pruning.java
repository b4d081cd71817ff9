package dev.manta.formats.parquet;

import dev.manta.data.Bounds;
import dev.manta.data.Condition;
import dev.manta.data.Type;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whether a row group may have rows that meet conditions, by the least and greatest values and the
/// nulls that the file tells of.
final class Pruning {
  private static final int UNKNOWN = -1;

  private Pruning() {}

  static boolean mayHold(Footer footer, Footer.RowGroup group, List<Condition> conditions) {
    return conditions.stream()
        .allMatch(condition -> condition.mayHold(column -> bounds(footer, group, column)));
  }

  private static Optional<Bounds> bounds(Footer footer, Footer.RowGroup group, String column) {
    for (int i = 0; i < footer.leaves().size(); i++) {
      Leaf leaf = footer.leaves().get(i);
      if (leaf.name().equals(column) && !leaf.isList()) {
        return group.chunks().get(i).statistics().map(told -> bounds(leaf, told, group.rows()));
      }
    }
    return Optional.empty();
  }

  private static Bounds bounds(Leaf leaf, Thrift.Struct told, long rows) {
    long count = told.whole(3, UNKNOWN);
    byte[] most = told.bytes(5);
    byte[] least = told.bytes(6);
    if (count == rows) {
      return Bounds.missing();
    }
    if (most == null || least == null) {
      return Bounds.unknown(count != 0);
    }
    return leaf.type() == Type.Scalar.TEXT
        ? texts(least, most, count != 0)
        : numbers(leaf, least, most, count != 0);
  }

  /// Texts that were cut within a character say nothing.
  private static Bounds texts(byte[] least, byte[] most, boolean nulls) {
    String first = text(least);
    String last = text(most);
    return first == null || last == null ? Bounds.unknown(nulls) : Bounds.texts(first, last, nulls);
  }

  private static @Nullable String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException cut) {
      return null;
    }
  }

  private static Bounds numbers(Leaf leaf, byte[] least, byte[] most, boolean nulls) {
    boolean told = isPlain(leaf) && Math.min(least.length, most.length) >= leaf.width();
    return told
        ? Bounds.numbers(value(leaf, least), value(leaf, most), nulls)
        : Bounds.unknown(nulls);
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
      case INT64 -> (double) Little.i64(bytes, 0);
      case BOOLEAN, INT96, BYTE_ARRAY, FIXED -> Double.NaN;
    };
  }
}
