package dev.manta.testkit.data;

import dev.manta.data.Sink;
import dev.manta.data.Source;
import dev.manta.internal.data.source.JsonLinesSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// JSON objects on lines.
final class JsonLinesSourceContractTest extends FileSourceContract {
  @Override
  protected SourceSample sample(Path directory) throws Exception {
    return SourceSample.written(directory, Sink.jsonLines(), JsonLinesSourceContractTest::source);
  }

  @Override
  protected Source empty(Path directory) throws Exception {
    return source(List.of(SourceSample.withoutRows(directory, Sink.jsonLines())));
  }

  private static Source source(List<String> paths) {
    return new JsonLinesSource(paths, Map.of());
  }
}
