package dev.manta.it.kills;

import java.util.random.RandomGenerator;

/// What is done to a process.
enum Blow {
  /// A worker is killed.
  KILL_WORKER(45),
  /// The driver is killed: its workers must end by themselves.
  KILL_DRIVER(25),
  /// A worker sleeps for less than it takes to count as frozen: nothing may come of it.
  PAUSE_WORKER(12),
  /// The driver sleeps for a moment: nothing may come of it.
  PAUSE_DRIVER(10),
  /// The driver sleeps and is then killed.
  PAUSE_THEN_KILL_DRIVER(6),
  /// A worker is stopped for good: it must be found frozen and replaced.
  FREEZE_WORKER(2);

  private final int weight;

  Blow(int weight) {
    this.weight = weight;
  }

  boolean needsWorker() {
    return this == KILL_WORKER || this == PAUSE_WORKER || this == FREEZE_WORKER;
  }

  boolean endsDriver() {
    return this == KILL_DRIVER || this == PAUSE_THEN_KILL_DRIVER;
  }

  static Blow choose(RandomGenerator random) {
    int ticket = random.nextInt(total());
    for (Blow blow : values()) {
      ticket -= blow.weight;
      if (ticket < 0) {
        return blow;
      }
    }
    throw new IllegalStateException("weights do not add up");
  }

  private static int total() {
    int sum = 0;
    for (Blow blow : values()) {
      sum += blow.weight;
    }
    return sum;
  }
}
