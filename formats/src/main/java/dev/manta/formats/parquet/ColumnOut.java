package dev.manta.formats.parquet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.manta.data.Column;
import dev.manta.data.Type;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A column as the bytes of one page, before compression: levels, then values written plainly.
final class ColumnOut {
  private ColumnOut() {}

  /// How many entries a page has: rows, or for lists elements and empty lists.
  static int entries(Column column) {
    if (!(column.type() instanceof Type.ListOf)) {
      return column.rows();
    }
    int entries = 0;
    for (int i = 0; i < column.rows(); i++) {
      entries += Math.max(1, column.isNull(i) ? 1 : column.listAt(i).rows());
    }
    return entries;
  }

  static byte[] page(Column column) {
    var out = new ByteArrayOutputStream();
    if (column.type() instanceof Type.ListOf) {
      lists(column, out);
    } else {
      out.writeBytes(definitions(column));
      values(column, out);
    }
    return out.toByteArray();
  }

  private static byte[] definitions(Column column) {
    var levels = new LevelsOut();
    for (int i = 0; i < column.rows(); i++) {
      levels.add(column.isNull(i) ? 0 : 1);
    }
    return levels.bytes();
  }

  private static void lists(Column column, ByteArrayOutputStream out) {
    var repetitions = new LevelsOut();
    var definitions = new LevelsOut();
    for (int i = 0; i < column.rows(); i++) {
      Column elements = column.isNull(i) ? column.elements().slice(0, 0) : column.listAt(i);
      for (int e = 0; e < elements.rows(); e++) {
        repetitions.add(e == 0 ? 0 : 1);
        definitions.add(elements.isNull(e) ? 2 : 3);
      }
      if (elements.rows() == 0) {
        repetitions.add(0);
        definitions.add(column.isNull(i) ? 0 : 1);
      }
    }
    out.writeBytes(repetitions.bytes());
    out.writeBytes(definitions.bytes());
    for (int i = 0; i < column.rows(); i++) {
      if (!column.isNull(i)) {
        values(column.listAt(i), out);
      }
    }
  }

  private static void values(Column column, ByteArrayOutputStream out) {
    Type type = column.type();
    if (type == Type.Scalar.BOOL) {
      bits(column, out);
    } else if (type.isVariable()) {
      strings(column, out);
    } else if (type instanceof Type.Decimal) {
      decimals(column, out);
    } else {
      fixed(column, Stored.of(type), out);
    }
  }

  private static void bits(Column column, ByteArrayOutputStream out) {
    int count = 0;
    int bits = 0;
    for (int i = 0; i < column.rows(); i++) {
      if (!column.isNull(i)) {
        bits |= (int) column.wholeAt(i) << (count++ & 7);
        if ((count & 7) == 0) {
          out.write(bits);
          bits = 0;
        }
      }
    }
    if ((count & 7) != 0) {
      out.write(bits);
    }
  }

  private static void strings(Column column, ByteArrayOutputStream out) {
    for (int i = 0; i < column.rows(); i++) {
      if (!column.isNull(i)) {
        byte[] bytes = column.bytesAt(i);
        out.writeBytes(little(4).putInt(bytes.length).array());
        out.writeBytes(bytes);
      }
    }
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void decimals(Column column, ByteArrayOutputStream out) {
    for (int i = 0; i < column.rows(); i++) {
      if (!column.isNull(i)) {
        byte[] bytes = column.bytesAt(i);
        for (int b = bytes.length - 1; b >= 0; b--) {
          out.write(bytes[b]);
        }
      }
    }
  }

  private static void fixed(Column column, Stored stored, ByteArrayOutputStream out) {
    if (!column.hasNulls() && stored.width() == column.type().width() && !isSeconds(column)) {
      out.writeBytes(column.segment().toArray(JAVA_BYTE));
      return;
    }
    for (int i = 0; i < column.rows(); i++) {
      if (!column.isNull(i)) {
        out.writeBytes(value(column, i, stored));
      }
    }
  }

  private static boolean isSeconds(Column column) {
    return column.type() instanceof Type.Timestamp(Type.Unit unit, _) && unit == Type.Unit.SECONDS;
  }

  private static byte[] value(Column column, int row, Stored stored) {
    if (column.type().width() == stored.width() && !isSeconds(column)) {
      return column.bytesAt(row);
    }
    long value = column.wholeAt(row) * (isSeconds(column) ? 1000 : 1);
    return stored.width() == Integer.BYTES
        ? little(4).putInt((int) value).array()
        : little(8).putLong(value).array();
  }
}
