package dev.manta.train;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// Which checkpoints are kept and how they travel to storage. The best and the latest are always
/// kept, and beside them, while an attempt runs, the one that it started from.
///
/// @param keep how many, the best and the latest included; empty keeps all
/// @param score the metric that ranks them, nested keys joined by `/`; empty ranks by age
/// @param upload when files go to storage
/// @param pending how many background uploads may be pending before `report` waits
/// @param partTimeout how long to wait for the other ranks' parts
public record CheckpointConfig(
    OptionalInt keep, Optional<Score> score, Upload upload, int pending, Duration partTimeout) {
  /// A metric and which of two values is better.
  public record Score(String key, Order order) {
    public Score {
      if (key.isBlank()) {
        throw new IllegalArgumentException("the score key is blank");
      }
    }
  }

  public CheckpointConfig {
    if (keep.isPresent() && keep.getAsInt() < 1) {
      throw new IllegalArgumentException("keep must be at least 1, not " + keep.getAsInt());
    }
    if (pending < 1) {
      throw new IllegalArgumentException("pending uploads must be at least 1, not " + pending);
    }
    if (!partTimeout.isPositive()) {
      throw new IllegalArgumentException("the part timeout must be positive: " + partTimeout);
    }
  }

  /// Keeps every checkpoint.
  public static CheckpointConfig keepAll() {
    return new CheckpointConfig(
        OptionalInt.empty(), Optional.empty(), Upload.ASYNC, 2, Duration.ofMinutes(10));
  }

  /// Keeps so many, the best by the score and the latest among them; `keep(1)` with a score may
  /// keep two, the best and the latest. The one that the attempt started from is kept beside them
  /// until the attempt ends.
  public static CheckpointConfig keep(int count) {
    CheckpointConfig all = keepAll();
    return new CheckpointConfig(
        OptionalInt.of(count), all.score, all.upload, all.pending, all.partTimeout);
  }

  /// Ranks checkpoints by a metric.
  public CheckpointConfig scoreBy(String key, Order order) {
    return new CheckpointConfig(
        keep, Optional.of(new Score(key, order)), upload, pending, partTimeout);
  }

  /// When files go to storage; [Upload#ASYNC] unless set.
  public CheckpointConfig upload(Upload upload) {
    return new CheckpointConfig(keep, score, upload, pending, partTimeout);
  }

  /// How many background uploads of a rank may be pending before its next `report` with a
  /// checkpoint waits; 2 unless set, at least 1.
  public CheckpointConfig pending(int uploads) {
    return new CheckpointConfig(keep, score, upload, uploads, partTimeout);
  }

  /// How long a checkpoint waits for the other ranks' parts, from the first one stored; 10 minutes
  /// unless set. Then that checkpoint is given up and the run continues.
  public CheckpointConfig partTimeout(Duration limit) {
    return new CheckpointConfig(keep, score, upload, pending, limit);
  }
}
