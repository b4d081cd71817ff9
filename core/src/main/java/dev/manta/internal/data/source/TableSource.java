package dev.manta.internal.data.source;

import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.Reading;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import java.util.List;

/// Rows in memory.
public record TableSource(InMemoryTable table) implements NumberedRows {
  private static final long ROW_BYTES = 64;

  @Override
  public long count() {
    return table.size();
  }

  @Override
  public List<Split> splits() {
    return RowSplits.of("memory", table.size(), ROW_BYTES);
  }

  @Override
  public Batch gather(long[] rows, Wanted wanted, Reading reading) {
    var batch = new BatchBuilder(reading.memory(), table.schema());
    for (long row : rows) {
      batch.add(table.row(Math.toIntExact(row)));
    }
    return batch.build();
  }
}
