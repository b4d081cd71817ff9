package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.cluster.WorkerRuntime;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.control.record.RunOutcome;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.run.state.Limits;
import dev.manta.storage.HookedStorage;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Who is interrupted while a run on a store is opened has stopped that run, as later on.
@Timeout(300)
class InterruptedOpeningTest {
  private static final Location ROOT = Location.parse("mem:interrupts-" + UUID.randomUUID());
  private static final String NAME = "digits";

  private final Thread driver = Thread.currentThread();

  @AfterEach
  void leaveNothing() {
    assertThat(Thread.interrupted()).isFalse();
    FileTree.delete(RunSite.of(NAME, ROOT.resolve(NAME)).directory());
  }

  private static RunPlan plan() {
    return new RunPlan(
        RunConfig.named(NAME),
        ScalingConfig.workers(2),
        new LoopSpec("com.acme.Digits", "train", "", "{}"),
        Optional.empty(),
        "",
        Map.of(),
        new WorkerRuntime.Jvm(List.of(), List.of()),
        "code1",
        Limits.DEFAULT,
        false);
  }

  private static RunOutcome run(HookedStorage.Hook hook) {
    try (var cluster = new ScriptedCluster(stage -> stage.report(1, "{}"))) {
      var storage = new HookedStorage(new MemoryStorage(), hook);
      return RunLoop.open(plan(), cluster, storage, ROOT).toEnd(List.of());
    }
  }

  private static boolean is(String wanted, String operation, Location at) {
    String below = at.equals(ROOT) ? "" : at.relativeTo(ROOT.resolve(NAME));
    return wanted.equals(operation + " " + below);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "requireExclusivePuts ",
        "size run.json",
        "putIfAbsent lease/000000000001.json",
        "children control",
        "put run.json",
        "putIfAbsent control/000000000001.json"
      })
  void theRunIsStopped(String asked) {
    var once = new AtomicBoolean();
    RunOutcome outcome =
        run(
            (operation, at) -> {
              if (is(asked, operation, at) && !once.getAndSet(true)) {
                driver.interrupt();
              }
            });
    assertThat(Thread.interrupted()).isTrue();
    assertThat(once).isTrue();
    assertThat(outcome.status()).isEqualTo(RunStatus.STOPPED);
    assertThat(outcome.reason()).contains("an interrupt");
  }

  @Test
  void aStoreThatIsSilentIsNotWaitedForAnyLonger() {
    var never = new CountDownLatch(1);
    var once = new AtomicBoolean();
    HookedStorage.Hook silent =
        (operation, at) -> {
          if (is("requireExclusivePuts ", operation, at)) {
            if (!once.getAndSet(true)) {
              driver.interrupt(); // what is asked again may come after this test
            }
            await(never);
          }
        };
    assertThatThrownBy(() -> run(silent))
        .isInstanceOfSatisfying(
            MantaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
        .hasMessageContaining("interrupt");
    assertThat(Thread.interrupted()).isTrue();
  }

  private static void await(CountDownLatch never) {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MantaException(ErrorCode.STORAGE, "given up", e);
    }
  }
}
