package dev.manta;

import dev.manta.cluster.Cluster;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.control.RunLoop;
import dev.manta.internal.control.record.RunOutcome;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// A run that continues beside the program that began it. Whoever closes it ends it.
public final class StartedRun implements AutoCloseable {
  private final RunLoop run;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile @Nullable RunOutcome outcome;
  private volatile @Nullable Throwable broken;

  StartedRun(RunLoop run, StopConditions conditions, Cluster cluster) {
    this.run = run;
    Runnable toEnd =
        () -> {
          try (cluster;
              conditions) {
            outcome = run.toEnd(List.of(conditions));
          } catch (Throwable thrown) { // who waits is told
            broken = thrown;
          } finally {
            ended.countDown();
          }
        };
    Thread.ofPlatform().daemon().name("manta-run-" + run.site().name()).start(toEnd);
  }

  /// The run's name, which may have a number behind the one that was asked for.
  public String name() {
    return run.site().name();
  }

  /// Where the run's directory lies.
  public String path() {
    return run.site().location().toString();
  }

  /// Asks the run to stop at a step that all its ranks agree on, with a last checkpoint.
  ///
  /// @param by who asks, and why
  public void stop(String by) {
    run.stopOnce(by);
  }

  /// Ends the run at once.
  ///
  /// @param by who asks, and why
  public void stopNow(String by) {
    run.stopNow(by);
  }

  /// Asks the run, whose number of workers may change, to have so many. It continues with them from
  /// its next commit.
  ///
  /// @param by who asks, and why
  public void scale(int workers, String by) {
    run.scale(workers, by);
  }

  /// Waits for the end. A run that failed has a result too, which says why.
  public Result await() throws InterruptedException {
    ended.await();
    RunOutcome known = outcome;
    if (known == null) {
      throw new MantaException(ErrorCode.MANTA, "run " + name() + " has no outcome", broken);
    }
    return Result.of(known);
  }

  /// Ends the run where it still continues, and waits for that.
  @Override
  public void close() {
    stopNow("StartedRun.close");
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
