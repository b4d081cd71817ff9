package dev.manta.testkit.data;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Row;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.internal.data.plan.SourceRef;
import dev.manta.internal.data.rows.CachedRows;
import dev.manta.internal.data.source.InMemoryTable;
import dev.manta.internal.data.source.TableSource;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Rows that were read once and are kept in this process.
final class CachedRowsContractTest extends SourceContract {
  private static final int PER_UNIT = 25;

  @Override
  protected SourceSample sample(Path directory) {
    List<Row> rows = SourceSample.numbered(0, 4 * PER_UNIT);
    var kept = new CachedRows();
    for (int from = 0; from < rows.size(); from += PER_UNIT) {
      keep(rows.subList(from, from + PER_UNIT), kept);
    }
    return new SourceSample(kept, rows);
  }

  private static void keep(List<Row> rows, CachedRows kept) {
    SourceReader table = new TableSource(InMemoryTable.of(rows)).open();
    for (Split split : table.splits()) {
      kept.add(table.read(split, Wanted.everything(), new StrictReading()));
    }
  }

  @Override
  protected Source empty(Path directory) {
    return new CachedRows();
  }

  /// They stay where they are.
  @Override
  void aSourceThatTravelledAsJsonIsTheSame() {}

  @Test
  void keptRowsDoNotTravel() {
    assertThatThrownBy(() -> SourceRef.of(new CachedRows()).toJson())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("materialize()");
  }
}
