package dev.manta.tune.internal.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.local.MachineShares;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class TrialShareTest {
  private static final int ALL = Runtime.getRuntime().availableProcessors();

  @TempDir Path directory;
  private MachineShares machine;

  @BeforeEach
  void open() {
    machine = new MachineShares(directory.resolve("shares"));
  }

  /// A trial that waits for all CPUs, which somebody else has.
  private static FutureTask<Boolean> waiting(TrialShare share) throws InterruptedException {
    FutureTask<Boolean> begins =
        new FutureTask<>(
            () -> {
              share.await();
              return true;
            });
    Thread trial = Thread.ofPlatform().daemon().start(begins);
    while (trial.isAlive() && trial.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    return begins;
  }

  @Test
  void aTrialBeginsOnceItsCpusAreFreeAndGivesThemBack() throws Exception {
    MachineShares.Share others = machine.takeAnyway(1).orElseThrow();
    var share = new TrialShare(machine, ALL, 0);
    FutureTask<Boolean> begins = waiting(share);
    assertThat(begins).isNotDone();
    others.close();
    assertThat(begins.get()).isTrue();
    assertThat(machine.take(1, ALL).granted()).isFalse();
    share.close();
    assertThat(machine.take(1, ALL).granted()).isTrue();
  }

  @Test
  void aTrialThatIsToldToLeaveWaitsNoLonger() throws Exception {
    machine.takeAnyway(1);
    var share = new TrialShare(machine, ALL, 0);
    FutureTask<Boolean> begins = waiting(share);
    share.giveUp();
    Assertions.assertThatThrownBy(begins::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(CancellationException.class);
    assertThat(machine.take(1, ALL).taken()).isEqualTo(1);
  }
}
