package dev.manta.bench.chaos;

import java.time.Duration;

/// What is done to the hosts of a run while it trains.
enum HostFault {
  /// The plug of a host is pulled; another machine takes its place later.
  KILL("host killed", 5, 1_500),
  /// A host's network cable is pulled.
  CUT("cut off both ways", 8, 7_000),
  /// What a host sends to the driver's is lost, and what the driver sends arrives.
  ONE_WAY("cut off one way", 8, 7_000),
  /// Two hosts with workers do not hear each other; both hear the driver.
  BETWEEN("cut off from each other", 15, 0),
  /// A host sends no more than two megabits a second.
  SLOW("slow network", 5, 0),
  /// Bursts that a host sends are lost in part.
  LOSSY("lossy network", 5, 0),
  /// Every process of a host stands still.
  FREEZE("frozen host", 9, 0),
  /// A host's daemon is killed; its supervisor starts another one.
  DAEMON("kill -9 of a daemon", 4, 0),
  /// The same for the one that is the head.
  HEAD("kill -9 of the head", 4, 0),
  /// A host is told to leave, and comes back afterwards.
  DRAIN("drain", 6, 0),
  /// A host has no space left for files.
  FULL_DISK("full disk", 5, 0);

  private final String text;
  private final int seconds;
  private final long standstillMillis;

  HostFault(String text, int seconds, long standstillMillis) {
    this.text = text;
    this.seconds = seconds;
    this.standstillMillis = standstillMillis;
  }

  /// How long it lasts.
  Duration lasts() {
    return Duration.ofSeconds(seconds);
  }

  /// How long the run may stand still, as the median of all its strikes; 0 where nothing is asked.
  long standstillMillis() {
    return standstillMillis;
  }

  /// Whether no step that was committed may be made again, and none that was begun: who leaves does
  /// so between two of them, and daemons take no part in training.
  boolean costsNoStep() {
    return this == DAEMON || this == HEAD || this == DRAIN;
  }

  @Override
  public String toString() {
    return text;
  }
}
