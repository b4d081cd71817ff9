package dev.manta.formats.tfrecord;

import dev.manta.data.Row;
import dev.manta.data.Source;
import dev.manta.testkit.data.FileSourceContract;
import dev.manta.testkit.data.SourceSample;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Examples of TensorFlow.
final class TfRecordSourceContractTest extends FileSourceContract {
  @Override
  protected SourceSample sample(Path directory) throws Exception {
    SourceSample written =
        SourceSample.written(directory, new TfRecordSink(), TfRecordSourceContractTest::source);
    List<Row> rows = written.rows().stream().map(TfRecordSourceContractTest::inBytes).toList();
    return new SourceSample(written.source(), rows);
  }

  /// The format has no texts.
  private static Row inBytes(Row row) {
    byte[] word = row.text("word").getBytes(StandardCharsets.UTF_8);
    return Row.of("id", row.value("id"), "word", word, "part", row.value("part"));
  }

  @Override
  protected Source empty(Path directory) throws Exception {
    return source(List.of(SourceSample.withoutRows(directory, new TfRecordSink())));
  }

  private static Source source(List<String> paths) {
    return new TfRecordSource(paths, Map.of());
  }
}
