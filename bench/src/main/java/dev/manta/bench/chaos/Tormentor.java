package dev.manta.bench.chaos;

import dev.manta.Manta;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Disturbs a training, one fault after the other, each when the run has come so far.
final class Tormentor {
  private static final Duration STANDSTILL_MAX = Duration.ofSeconds(90);
  private static final Duration NOTICE = Duration.ofSeconds(5);
  private static final long PAUSE_MILLIS = 1500;
  private static final long DISK_MILLIS = 1200;
  private static final long LOOK_EVERY_MILLIS = 10;

  /// A fault that has struck, and when.
  record Struck(Strike strike, long nanos) {}

  private final Training training;
  private final Consumer<String> tell;
  private final List<Struck> struck = new ArrayList<>();

  /// @param tell hears of every fault
  Tormentor(Training training, Consumer<String> tell) {
    this.training = training;
    this.tell = tell;
  }

  /// Disturbs, and waits for the end; what has struck.
  List<Struck> torment(Schedule schedule) throws IOException, InterruptedException {
    for (Strike strike : schedule.strikes()) {
      if (!reaches(strike.step())) {
        break;
      }
      tell.accept(strike.toString());
      struck.add(new Struck(strike, System.nanoTime()));
      strike(strike);
    }
    reaches(Long.MAX_VALUE);
    return List.copyOf(struck);
  }

  /// Waits until the run has made so many steps; false when it has ended before that, or stands
  /// still.
  private boolean reaches(long step) throws IOException, InterruptedException {
    long seen = -1;
    long since = System.nanoTime();
    while (!training.driver().waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
      long now = training.steps();
      if (now >= step) {
        return true;
      }
      since = now > seen ? System.nanoTime() : since;
      seen = Math.max(now, seen);
      if (System.nanoTime() - since > STANDSTILL_MAX.toNanos()) {
        throw new IOException(
            "the run has made no step for %d s after %s%s"
                .formatted(STANDSTILL_MAX.toSeconds(), lastStrike(), training.tail()));
      }
    }
    return false;
  }

  private String lastStrike() {
    return struck.isEmpty() ? "its start" : struck.getLast().strike().toString();
  }

  private void strike(Strike strike) throws IOException, InterruptedException {
    switch (strike.fault()) {
      case KILL -> signal("KILL", strike.rank());
      case FREEZE -> signal("STOP", strike.rank());
      case PAUSE -> {
        long pid = signal("STOP", strike.rank());
        Thread.sleep(PAUSE_MILLIS);
        signal("CONT", pid);
      }
      case HEAP, EXIT, THROW -> Orders.give(training.directory(), strike.rank(), strike.fault());
      case FULL_DISK, SLOW_DISK, STORAGE_ERRORS -> {
        BrokenStorage.order(training.directory(), strike.fault());
        Thread.sleep(DISK_MILLIS);
        BrokenStorage.mend(training.directory());
      }
      case PREEMPT -> Manta.local().preempt(training.run().toString(), strike.rank(), NOTICE);
      case CONTROLLER -> new Takeover(training).force();
      case RESIZE -> Manta.local().scale(training.run().toString(), strike.size());
    }
  }

  private long signal(String name, int rank) throws IOException, InterruptedException {
    long pid = Trace.last(training.directory(), rank).orElseThrow().pid();
    signal(name, pid);
    return pid;
  }

  private static void signal(String name, long pid) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
