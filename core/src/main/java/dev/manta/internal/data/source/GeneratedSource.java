package dev.manta.internal.data.source;

import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.Functions;
import dev.manta.data.Reading;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.internal.data.UserFunction;
import java.util.List;

/// Rows that a function makes from their numbers.
public record GeneratedSource(long rows, UserFunction function) implements NumberedRows {
  private static final long ROW_BYTES = 64;

  public GeneratedSource {
    if (rows < 0) {
      throw new IllegalArgumentException("a generator makes at least 0 rows, not " + rows);
    }
  }

  @Override
  public boolean mayHaveBadRecords() {
    return true;
  }

  @Override
  public long count() {
    return rows;
  }

  @Override
  public List<Split> splits() {
    return RowSplits.of("generator", rows, ROW_BYTES);
  }

  @Override
  public Batch gather(long[] rows, Wanted wanted, Reading reading) {
    var generator = function.as(Functions.Generator.class);
    var batch = new BatchBuilder(reading.memory());
    for (long row : rows) {
      try {
        batch.add(generator.row(row));
      } catch (Exception e) {
        reading.bad(
            "the generator at row " + row,
            "",
            new IllegalArgumentException("it failed with " + e, e));
      }
    }
    return batch.build();
  }
}
