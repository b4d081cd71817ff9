package dev.manta.formats.parquet;

import dev.manta.data.Format;
import dev.manta.data.Source;
import java.util.List;

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
}
