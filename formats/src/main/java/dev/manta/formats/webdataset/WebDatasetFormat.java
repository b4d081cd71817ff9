package dev.manta.formats.webdataset;

import dev.manta.data.Format;
import dev.manta.data.Source;
import java.util.List;

/// WebDataset as a service.
public final class WebDatasetFormat implements Format {
  @Override
  public String name() {
    return "webdataset";
  }

  @Override
  public Source source(List<String> paths) {
    return new WebDatasetSource(paths);
  }
}
