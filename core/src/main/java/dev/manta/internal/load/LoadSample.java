package dev.manta.internal.load;

import java.util.List;

/// What a rank says of some seconds.
///
/// @param data what each of its datasets did in them
public record LoadSample(LoadPoint point, List<DataLoad> data) {
  public LoadSample {
    data = List.copyOf(data);
  }
}
