package dev.manta.testkit.data;

import dev.manta.data.CsvOptions;
import dev.manta.data.Sink;
import dev.manta.data.Source;
import dev.manta.internal.data.source.CsvSource;
import java.nio.file.Path;
import java.util.List;

/// CSV with a header.
final class CsvSourceContractTest extends FileSourceContract {
  @Override
  protected SourceSample sample(Path directory) throws Exception {
    return SourceSample.written(directory, Sink.csv(), CsvSourceContractTest::source);
  }

  @Override
  protected Source empty(Path directory) throws Exception {
    return source(List.of(SourceSample.withoutRows(directory, Sink.csv())));
  }

  private static Source source(List<String> paths) {
    return new CsvSource(paths, CsvOptions.defaults());
  }
}
