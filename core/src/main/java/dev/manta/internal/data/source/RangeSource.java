package dev.manta.internal.data.source;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Reading;
import dev.manta.data.Schema;
import dev.manta.data.Split;
import dev.manta.data.Type;
import dev.manta.data.Wanted;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// The numbers from 0 up to `rows` as column `id`.
public record RangeSource(long rows) implements NumberedRows {
  private static final Schema SCHEMA = Schema.of(new Field("id", Type.Scalar.I64));

  public RangeSource {
    if (rows < 0) {
      throw new IllegalArgumentException("a range has at least 0 rows, not " + rows);
    }
  }

  @Override
  public long count() {
    return rows;
  }

  @Override
  public List<Split> splits() {
    return RowSplits.of("range", rows, Long.BYTES);
  }

  @Override
  public Batch gather(long[] rows, Wanted wanted, Reading reading) {
    Memory memory = reading.memory();
    MemorySegment ids = memory.allocate((long) rows.length * Long.BYTES);
    MemorySegment.copy(rows, 0, ids, ValueLayout.JAVA_LONG_UNALIGNED, 0, rows.length);
    Column column = Column.fixed(Type.Scalar.I64, rows.length, null, ids);
    return Batch.of(SCHEMA, List.of(column), rows.length, memory);
  }
}
