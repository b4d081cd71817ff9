package dev.manta.testkit.data;

import dev.manta.data.Row;
import dev.manta.data.Sink;
import dev.manta.data.Source;
import dev.manta.internal.data.source.NpySource;
import java.nio.file.Path;
import java.util.List;

/// Arrays of NumPy.
final class NpySourceContractTest extends FileSourceContract {
  @Override
  protected SourceSample sample(Path directory) throws Exception {
    SourceSample written = SourceSample.written(directory, Sink.npy("id"), NpySource::new);
    List<Row> rows = written.rows().stream().map(row -> Row.of("data", row.value("id"))).toList();
    return new SourceSample(written.source(), rows);
  }

  @Override
  protected Source empty(Path directory) throws Exception {
    return new NpySource(List.of(SourceSample.withoutRows(directory, Sink.npy("id"))));
  }
}
