package dev.manta.testkit.data;

import dev.manta.data.Row;
import dev.manta.data.Source;
import dev.manta.internal.data.source.InMemoryTable;
import dev.manta.internal.data.source.TableSource;
import java.nio.file.Path;
import java.util.List;

/// Rows in memory.
final class TableSourceContractTest extends SourceContract {
  @Override
  protected SourceSample sample(Path directory) {
    List<Row> rows = SourceSample.numbered(0, 20_000);
    return new SourceSample(new TableSource(InMemoryTable.of(rows)), rows);
  }

  @Override
  protected Source empty(Path directory) {
    return new TableSource(InMemoryTable.of(List.of()));
  }
}
