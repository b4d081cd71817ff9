package dev.manta.internal.data.sink;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.ColumnBuilder;
import dev.manta.data.Sink;
import dev.manta.data.Type;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/// A column of numbers, or of lists that are equally long, as NumPy's `.npy`.
public record NpySink(String column) implements Sink {
  private static final int ALIGNMENT = 64;
  private static final int PREFIX = 10;

  @Override
  public String extension() {
    return "npy";
  }

  @Override
  public void write(Batch batch, OutputStream to) throws IOException {
    Column values = batch.column(column);
    boolean lists = values.type() instanceof Type.ListOf;
    int each = lists ? length(values) : 1;
    Column flat = lists ? values.elements().slice(values.offset(0), batch.rows() * each) : values;
    String shape =
        lists ? "(%s, %s)".formatted(batch.rows(), each) : "(%s,)".formatted(batch.rows());
    to.write(header(description(flat.type()), shape));
    to.write(flat.hasNulls() ? filled(flat) : flat.segment().toArray(ValueLayout.JAVA_BYTE));
  }

  /// NumPy has no nulls: floating-point numbers are NaN there, integers are refused.
  private byte[] filled(Column flat) {
    var builder = new ColumnBuilder(flat.type());
    for (int i = 0; i < flat.rows(); i++) {
      if (!flat.isNull(i)) {
        builder.add(flat.bytesAt(i));
      } else if (flat.type().text().startsWith("f")) {
        builder.add(Double.NaN);
      } else {
        throw isNull(i);
      }
    }
    return builder
        .build(bytes -> MemorySegment.ofArray(new byte[(int) bytes]))
        .segment()
        .toArray(ValueLayout.JAVA_BYTE);
  }

  private IllegalArgumentException isNull(int row) {
    return new IllegalArgumentException(
        "column \"%s\" has a null (value %s), which .npy has not: fill nulls with an imputer, or filter"
                .formatted(column, row)
            + " rows by isNull");
  }

  private int length(Column lists) {
    int each = lists.rows() == 0 ? 0 : lists.offset(1) - lists.offset(0);
    for (int i = 0; i < lists.rows(); i++) {
      if (lists.isNull(i)) {
        throw isNull(i);
      }
      if (lists.offset(i + 1) - lists.offset(i) != each) {
        throw new IllegalArgumentException(
            "lists of column \"" + column + "\" are not equally long; .npy needs that");
      }
    }
    return each;
  }

  private String description(Type type) {
    if (!type.isNumber()) {
      throw new IllegalArgumentException(
          "column \"%s\" is of %s; .npy takes numbers".formatted(column, type.text()));
    }
    String name = type.text();
    return (type.width() == 1 ? "|" : "<") + name.charAt(0) + type.width();
  }

  private static byte[] header(String description, String shape) {
    String text =
        "{'descr': '%s', 'fortran_order': False, 'shape': %s, }".formatted(description, shape);
    int length = Math.ceilDiv(PREFIX + text.length() + 1, ALIGNMENT) * ALIGNMENT - PREFIX;
    String padded = text + " ".repeat(length - text.length() - 1) + "\n";
    byte[] all = new byte[PREFIX + length];
    byte[] magic = {
      (byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) length, (byte) (length >> 8)
    };
    System.arraycopy(magic, 0, all, 0, PREFIX);
    System.arraycopy(padded.getBytes(StandardCharsets.US_ASCII), 0, all, PREFIX, length);
    return all;
  }
}
