package dev.manta.torch.data;

import java.time.Duration;
import java.util.OptionalLong;

/// How a loader reads.
record Settings(int batch, OptionalLong seed, int workers, boolean dropLast, Duration patience) {
  static Settings of(int batch) {
    return new Settings(batch, OptionalLong.empty(), 0, false, Duration.ofMinutes(10));
  }

  Settings seed(OptionalLong value) {
    return new Settings(batch, value, workers, dropLast, patience);
  }

  Settings workers(int threads) {
    return new Settings(batch, seed, threads, dropLast, patience);
  }

  Settings dropLast(boolean drop) {
    return new Settings(batch, seed, workers, drop, patience);
  }

  Settings patience(Duration limit) {
    return new Settings(batch, seed, workers, dropLast, limit);
  }
}
