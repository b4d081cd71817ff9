package dev.manta.internal.machine;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// How time passes: a clock that only goes forward, and how to wait.
public record PassingTime(LongSupplier nanos, Consumer<Duration> sleep) {
  /// That of this process.
  public static final PassingTime REAL = new PassingTime(System::nanoTime, PassingTime::pause);

  /// An interrupt ends the wait, and is there afterwards.
  private static void pause(Duration howLong) {
    try {
      Thread.sleep(howLong);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
