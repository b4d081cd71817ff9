package dev.manta.formats.tfrecord;

import dev.manta.data.Format;
import dev.manta.data.Source;
import java.util.List;

/// TFRecord as a service.
public final class TfRecordFormat implements Format {
  @Override
  public String name() {
    return "tfrecord";
  }

  @Override
  public Source source(List<String> paths) {
    return new TfRecordSource(paths);
  }
}
