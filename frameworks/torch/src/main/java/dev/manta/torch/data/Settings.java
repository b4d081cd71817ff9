package dev.manta.torch.data;

import java.time.Duration;
import java.util.OptionalLong;

/// How a loader reads.
///
/// @param acrossRanks whether the batch is that of all ranks together
record Settings(
    int batch,
    boolean acrossRanks,
    OptionalLong seed,
    int workers,
    boolean dropLast,
    Duration patience) {
  static Settings of(int batch) {
    return new Settings(batch, false, OptionalLong.empty(), 0, false, Duration.ofMinutes(10));
  }

  Settings across() {
    return new Settings(batch, true, seed, workers, dropLast, patience);
  }

  /// How many samples all ranks take in a step.
  long together(int ranks) {
    return acrossRanks ? batch : (long) batch * ranks;
  }

  /// How many of those one rank takes.
  int own(int rank, int ranks) {
    return acrossRanks ? batch / ranks + (rank < batch % ranks ? 1 : 0) : batch;
  }

  Settings seed(OptionalLong value) {
    return new Settings(batch, acrossRanks, value, workers, dropLast, patience);
  }

  Settings workers(int threads) {
    return new Settings(batch, acrossRanks, seed, threads, dropLast, patience);
  }

  Settings dropLast(boolean drop) {
    return new Settings(batch, acrossRanks, seed, workers, drop, patience);
  }

  Settings patience(Duration limit) {
    return new Settings(batch, acrossRanks, seed, workers, dropLast, limit);
  }
}
