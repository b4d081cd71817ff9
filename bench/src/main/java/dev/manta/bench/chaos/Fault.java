package dev.manta.bench.chaos;

import java.util.random.RandomGenerator;

/// What is done to a worker while it trains.
enum Fault {
  /// kill -9.
  KILL(70),
  /// kill -STOP, and -CONT before it counts as frozen: nothing may come of it.
  PAUSE(20),
  /// kill -STOP for good: it must be found frozen and replaced.
  FREEZE(10);

  private final int weight;

  Fault(int weight) {
    this.weight = weight;
  }

  static Fault choose(RandomGenerator random) {
    int ticket = random.nextInt(KILL.weight + PAUSE.weight + FREEZE.weight);
    if (ticket < KILL.weight) {
      return KILL;
    }
    return ticket < KILL.weight + PAUSE.weight ? PAUSE : FREEZE;
  }
}
