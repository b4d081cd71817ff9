package dev.manta.formats.parquet;

import dev.manta.data.Format;
import dev.manta.data.Sink;
import dev.manta.data.Source;
import java.util.List;
import java.util.Optional;

/// Parquet as a service.
public final class ParquetFormat implements Format {
  @Override
  public String name() {
    return "parquet";
  }

  @Override
  public Source source(List<String> paths) {
    return new ParquetSource(paths);
  }

  @Override
  public Optional<Sink> sink() {
    return Optional.of(ParquetSink.snappy());
  }
}
