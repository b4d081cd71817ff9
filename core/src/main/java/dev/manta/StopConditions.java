package dev.manta;

import dev.manta.internal.control.RunLoop;
import dev.manta.internal.run.StopProgress;
import dev.manta.train.Report;
import dev.manta.train.RunListener;
import dev.manta.train.StopCondition;
import java.time.Duration;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicBoolean;

/// Stops a run, once, when one of its conditions is met. The run's time, and what it reported,
/// count from its beginning, whoever drove it.
final class StopConditions implements RunListener, AutoCloseable {
  private final RunLoop run;
  private final StopProgress progress;
  private final Duration before;
  private final long began = System.nanoTime();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final Timer timer;

  /// Watches a run that is open, or gives it back where that is impossible.
  static StopConditions of(RunLoop run, List<StopCondition> conditions) {
    try {
      return new StopConditions(conditions, run);
    } catch (RuntimeException e) {
      run.abandon();
      throw e;
    }
  }

  private StopConditions(List<StopCondition> conditions, RunLoop run) {
    this.run = run;
    this.progress = new StopProgress(conditions);
    this.before = conditions.isEmpty() ? Duration.ZERO : run.taken();
    if (progress.remembers()) {
      run.history().current().forEach(progress::add);
    }
    this.timer = new Timer("manta-time-budget", true);
    look(Duration.ZERO); // who has used up its time before does not begin again
    conditions.stream().flatMap(StopCondition::parts).forEach(this::arm);
  }

  private void arm(StopCondition condition) {
    if (condition instanceof StopCondition.After(var time)) {
      var end =
          new TimerTask() {
            @Override
            public void run() {
              look(time);
            }
          };
      timer.schedule(end, Math.max(0, time.minus(taken()).toMillis()));
    }
  }

  private Duration taken() {
    return before.plusNanos(System.nanoTime() - began);
  }

  /// @param least how long the run has taken at least, whatever this clock says
  private synchronized void look(Duration least) {
    Duration now = taken();
    progress.met(now.compareTo(least) < 0 ? least : now).ifPresent(this::stop);
  }

  @Override
  public void report(Report report) {
    if (report.rank() == 0) {
      add(report);
      look(Duration.ZERO);
    }
  }

  private synchronized void add(Report report) {
    progress.add(report);
  }

  private void stop(String why) {
    if (!stopped.getAndSet(true)) {
      run.stopOnce(why);
    }
  }

  @Override
  public void close() {
    timer.cancel();
  }
}
