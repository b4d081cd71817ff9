package dev.manta;

import dev.manta.internal.console.ReadableNumbers;
import dev.manta.train.Report;
import dev.manta.train.RunListener;
import dev.manta.train.StopCondition;
import java.util.List;
import java.util.Optional;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Stops a run, once, when one of its conditions is met.
final class StopConditions implements RunListener, AutoCloseable {
  private final List<StopCondition> conditions;
  private final Consumer<String> stop;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final Timer timer = new Timer("manta-time-budget", true);

  /// @param stop asks the run to stop, and is told why
  StopConditions(List<StopCondition> conditions, Consumer<String> stop) {
    this.conditions = conditions;
    this.stop = stop;
    conditions.forEach(this::arm);
  }

  private void arm(StopCondition condition) {
    if (condition instanceof StopCondition.After(var time)) {
      var end =
          new TimerTask() {
            @Override
            public void run() {
              stop("its time of " + ReadableNumbers.words(time) + " is up");
            }
          };
      timer.schedule(end, time.toMillis());
    }
  }

  @Override
  public void report(Report report) {
    if (report.rank() == 0) {
      conditions.stream()
          .map(condition -> condition.met(report.metrics()))
          .flatMap(Optional::stream)
          .findFirst()
          .ifPresent(this::stop);
    }
  }

  private void stop(String why) {
    if (!stopped.getAndSet(true)) {
      stop.accept(why);
    }
  }

  @Override
  public void close() {
    timer.cancel();
  }
}
