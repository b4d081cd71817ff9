package dev.manta.formats.arrow;

import dev.manta.data.Source;
import dev.manta.testkit.data.FileSourceContract;
import dev.manta.testkit.data.SourceSample;
import java.nio.file.Path;
import java.util.List;

/// Record batches of Arrow files.
final class ArrowSourceContractTest extends FileSourceContract {
  @Override
  protected SourceSample sample(Path directory) throws Exception {
    return SourceSample.written(directory, ArrowSink.file(), ArrowSource::new);
  }

  @Override
  protected Source empty(Path directory) throws Exception {
    return new ArrowSource(List.of(SourceSample.withoutRows(directory, ArrowSink.file())));
  }
}
