package dev.manta.torch.data;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// How a loader reads.
///
/// @param acrossRanks whether the batch is that of all ranks together
/// @param patience how long a batch is awaited, where that was said
record Settings(
    int batch,
    boolean acrossRanks,
    OptionalLong seed,
    int workers,
    boolean dropLast,
    Optional<Duration> patience) {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  static Settings of(int batch) {
    return new Settings(batch, false, OptionalLong.empty(), 0, false, Optional.empty());
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

  Settings patience(Optional<Duration> limit) {
    return new Settings(batch, acrossRanks, seed, workers, dropLast, limit);
  }

  /// How long a batch is awaited.
  Duration limit() {
    return patience.orElse(PATIENCE);
  }

  /// A limit that nobody would keep is refused.
  void requireWatched() {
    if (patience.isPresent() && workers == 0) {
      throw new IllegalArgumentException(
          "patience is how long to wait for background threads, and this loader has none: add"
              + " workers(1), or leave patience out");
    }
  }
}
