package dev.manta.formats.parquet;

import dev.manta.data.Source;
import dev.manta.testkit.data.FileSourceContract;
import dev.manta.testkit.data.SourceSample;
import java.nio.file.Path;
import java.util.List;

// region: contract
/// Row groups of Parquet.
final class ParquetSourceContractTest extends FileSourceContract {
  private static final ParquetSink SINK = new ParquetSink(ParquetSink.Codec.SNAPPY, 8);

  @Override
  protected SourceSample sample(Path directory) throws Exception {
    return SourceSample.written(directory, SINK, ParquetSource::new);
  }

  @Override
  protected Source empty(Path directory) throws Exception {
    return new ParquetSource(List.of(SourceSample.withoutRows(directory, SINK)));
  }
}
// endregion
