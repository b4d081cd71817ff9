package dev.manta.formats.arrow;

import dev.manta.data.Format;
import dev.manta.data.Source;
import java.util.List;

/// Arrow as a service.
public final class ArrowFormat implements Format {
  @Override
  public String name() {
    return "arrow";
  }

  @Override
  public Source source(List<String> paths) {
    return new ArrowSource(paths);
  }
}
