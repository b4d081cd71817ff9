package dev.manta.testkit.sim;

import dev.manta.internal.journal.Sealing;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/// What the disk of a driver means for its run: all of it, or, where storage is far, nothing that
/// lasts. Drawn apart from the rest of a script.
final class SimDisk {
  /// Histories are short, so packs are small.
  private static final Sealing FAR =
      new Sealing(Duration.ofMillis(400), true, Optional.of(new Sealing.Packing(3, 1 << 20, 2, 1)));

  private final Random random;
  private final boolean remote;

  SimDisk(long seed) {
    random = new Random(~seed);
    remote = random.nextInt(3) == 0;
  }

  /// Whether storage is far: rows are durable in there, and the disk may be lost with its driver.
  boolean isRemote() {
    return remote;
  }

  Sealing sealing() {
    return remote ? FAR : Sealing.LOCAL;
  }

  /// Whether a driver that is killed takes its disk with it.
  boolean isLost() {
    return remote && random.nextBoolean();
  }
}
