package dev.manta.internal.data.rows;

import dev.manta.data.Batch;
import dev.manta.data.Bits;
import dev.manta.data.Column;
import dev.manta.data.Type;

/// How much memory rows take, by their values alone: the same however they came to lie there.
public final class RowBytes {
  private RowBytes() {}

  public static long of(Batch batch) {
    return batch.columns().stream().mapToLong(RowBytes::of).sum();
  }

  private static long of(Column column) {
    if (column.type() instanceof Type.ListOf) {
      int from = column.offset(0);
      Column elements = column.elements().slice(from, column.offset(column.rows()) - from);
      return (column.rows() + 1L) * Integer.BYTES + of(elements);
    }
    return column.size() - (column.hasNulls() ? Bits.bytes(column.rows()) : 0);
  }
}
