package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.internal.control.record.LogRecords;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.journal.ControlLog;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.run.Control;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.Limits;
import dev.manta.storage.HookedStorage;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A run whose storage is far away: a record costs what it costs, so many events share one.
@Timeout(300)
class GroupCommitTest {
  private static final Duration LATENCY = Duration.ofMillis(50);
  private static final int WORKERS = 100;

  @TempDir Path runs;

  private static HookedStorage farAway() {
    return new HookedStorage(
        new LocalStorage(), (_, _) -> LockSupport.parkNanos(LATENCY.toNanos()));
  }

  private static RunPlan plan() {
    return new RunPlan(
        RunConfig.named("many"),
        ScalingConfig.workers(WORKERS),
        new LoopSpec("com.acme.Digits", "train", "", "{}"),
        Optional.empty(),
        "",
        Map.of(),
        new WorkerRuntime.Jvm(List.of(), List.of()),
        "code1",
        Limits.DEFAULT,
        false);
  }

  private List<Control> records() {
    var log = new ControlLog(new LocalStorage(), Location.of(runs.resolve("many")));
    return log.all().stream().map(record -> LogRecords.control(log, record)).toList();
  }

  /// The second attempt writes down each process that comes up.
  @Test
  void aHundredWorkersStartWithTenRecordsAtMostTheFirstTimeAndAgain() {
    ScriptedCluster.Script diesOnce =
        stage -> {
          if (stage.attempt == 1) {
            stage.dies(new Exit.Signal(9, "SIGKILL"));
          } else {
            stage.returns("1");
          }
        };
    try (var cluster = new ScriptedCluster(diesOnce)) {
      var run = RunLoop.open(plan(), cluster, farAway(), Location.of(runs));
      assertThat(run.toEnd(List.of()).status()).isEqualTo(RunStatus.FINISHED);
    }
    long up =
        records().stream()
            .flatMap(record -> record.steps().stream())
            .filter(step -> step.event() instanceof Event.WorkerUp && step.attempt() == 2)
            .count();

    assertThat(recordsOfStart(1)).isBetween(1L, 10L);
    assertThat(recordsOfStart(2)).isBetween(1L, 10L);
    assertThat(up).isEqualTo(WORKERS);
  }

  private long recordsOfStart(int attempt) {
    return records().stream()
        .flatMap(record -> record.whole().stream())
        .filter(state -> state.status() == RunStatus.STARTING && state.attempt() == attempt)
        .count();
  }
}
