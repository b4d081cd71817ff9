package dev.manta.collective;

import java.time.Duration;
import java.util.List;

/// An operation that this rank is in: what it is, for how long, and which ranks have not come yet.
public record Waiting(String call, Duration since, List<Integer> missing) {
  public Waiting {
    missing = List.copyOf(missing);
  }
}
