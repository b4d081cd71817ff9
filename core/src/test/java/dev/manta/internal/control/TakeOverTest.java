package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.internal.control.record.RunOutcome;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.machine.PassingTime;
import dev.manta.internal.run.state.Limits;
import dev.manta.storage.ByteSource;
import dev.manta.storage.HookedStorage;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Storage;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class TakeOverTest {
  private static final Location ROOT = Location.parse("mem:take-over-" + UUID.randomUUID());
  private static final Location RUN = ROOT.resolve("digits");

  private final MemoryStorage storage = new MemoryStorage();
  private final AtomicInteger looks = new AtomicInteger();

  private static RunPlan plan() {
    return new RunPlan(
        RunConfig.named("digits").failures(FailureConfig.none()),
        ScalingConfig.workers(1),
        new LoopSpec("com.acme.Digits", "train", "", "{}"),
        Optional.empty(),
        "",
        Map.of(),
        new WorkerRuntime.Jvm(List.of(), List.of()),
        "code1",
        Limits.DEFAULT,
        false);
  }

  private RunOutcome run(Storage through, ScriptedCluster.Script script) {
    try (var cluster = new ScriptedCluster(script)) {
      StorageRetry retry = StorageRetry.within(Duration.ofSeconds(1), PassingTime.REAL);
      return RunLoop.open(plan(), cluster, through, ROOT, retry).toEnd(List.of());
    }
  }

  private void lease(int number, boolean released) {
    String elsewhere =
        """
        {"holder":"a","host":"gpu-7","pid":4711,"user":"ann","machine":"b/pid:[1]","birth":"9@b","since":"2026-01-01T00:00:00Z","renewals":3,"released":%s}
        """
            .formatted(released);
    byte[] note = elsewhere.getBytes(StandardCharsets.UTF_8);
    storage.put(RUN.resolve("lease/00000000000%s.json".formatted(number)), ByteSource.of(note));
  }

  /// What the other driver does while this one waits for its lease: it finishes the run.
  private void finish(String operation, Location at) {
    if (operation.equals("children") && at.name().equals("lease") && looks.incrementAndGet() == 2) {
      List<String> names = storage.children(RUN.resolve("control"));
      int last = names.size();
      String text =
          new String(
                  storage.read(RUN.resolve("control").resolve(names.getLast())),
                  StandardCharsets.UTF_8)
              .replace("\"number\":" + last, "\"number\":" + (last + 1))
              .replace("\"status\":\"FAILED\"", "\"status\":\"FINISHED\"");
      assertThat(text).contains("\"status\":\"FINISHED\"");
      storage.put(
          RUN.resolve("control").resolve(String.format(Locale.ROOT, "%012d.json", last + 1)),
          ByteSource.of(text.getBytes(StandardCharsets.UTF_8)));
      lease(2, true);
    }
  }

  @Test
  void aRunThatItsDriverFinishesWhileAnotherWaitsForItIsKept() {
    run(storage, stage -> stage.dies(new Exit.Status(1)));
    lease(2, false);
    RunOutcome outcome =
        run(new HookedStorage(storage, this::finish), stage -> stage.returns("\"again\""));
    assertThat(looks).hasValueGreaterThan(1);
    assertThat(outcome.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(outcome.run().site().name()).isEqualTo("digits-2");
  }
}
