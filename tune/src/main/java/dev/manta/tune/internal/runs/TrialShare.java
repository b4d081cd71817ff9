package dev.manta.tune.internal.runs;

import dev.manta.internal.local.MachineShares;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The part of this machine that a trial has. The trial waits until that is free, whichever program
/// of this user has it.
final class TrialShare implements AutoCloseable {
  private static final long LOOK_MILLIS = 200;
  private static final Duration SAY_AFTER = Duration.ofSeconds(2);

  private final MachineShares machine;
  private final double cpus;
  private final int trial;
  private final CountDownLatch over = new CountDownLatch(1);
  private Optional<MachineShares.Share> share = Optional.empty();

  TrialShare(MachineShares machine, double cpus, int trial) {
    this.machine = machine;
    this.cpus = cpus;
    this.trial = trial;
  }

  /// Returns when the trial may begin.
  ///
  /// @throws CancellationException when it was given up meanwhile
  void await() {
    int all = Runtime.getRuntime().availableProcessors();
    long sayAt = System.nanoTime() + SAY_AFTER.toNanos();
    boolean said = false;
    MachineShares.Answer answer = take(all);
    while (!answer.granted()) {
      pause();
      answer = take(all);
      if (!said && !answer.granted() && System.nanoTime() - sayAt > 0) {
        said = true;
        say(answer.taken(), all);
      }
    }
    share = answer.share();
  }

  private MachineShares.Answer take(int all) {
    if (over.getCount() == 0) {
      throw new CancellationException("the trial was told to leave before it had begun");
    }
    return MachineShares.isWithinShare()
        ? new MachineShares.Answer(Optional.empty(), 0, true)
        : machine.take(cpus, all);
  }

  /// Until something may have changed; [#take] looks what.
  private void pause() {
    try {
      var _ = over.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
  }

  private void say(double taken, int all) {
    System.getLogger("dev.manta.tune")
        .log(
            System.Logger.Level.INFO,
            "trial {0} waits for {1} CPUs: trials and runs of this user have {2} of {3}",
            trial,
            cpus,
            taken,
            all);
  }

  /// Waits no longer; one that has begun is not affected.
  void giveUp() {
    over.countDown();
  }

  @Override
  public void close() {
    share.ifPresent(MachineShares.Share::close);
    share = Optional.empty();
  }
}
