package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.TrainingFailed;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Scripts that do what nobody should: each has an outcome that can be relied on.
class PythonTroubleTest {
  @TempDir Path directory;
  private Scripts scripts;

  @BeforeEach
  void open() {
    scripts = new Scripts(directory);
  }

  private TrainingFailed failure(String text, int workers) {
    return scripts.failure(
        scripts
            .script("trouble.py", text)
            .scaling(ScalingConfig.workers(workers))
            .run(scripts.run("trouble").failures(FailureConfig.retries(0))));
  }

  @Test
  void aRankThatEndsItsProcessEarlyHasFailedThoughItsStatusIsZero() {
    assertThat(
            failure(
                """
                import os, manta
                if manta.get_context().get_world_rank() == 1:
                    os._exit(0)
                manta.barrier()
                """,
                2))
        .hasMessageContaining("rank 1 ended with exit status 0 before its training function");
  }

  @Test
  void aScriptThatExitsWithZeroHasReturned() {
    Result result = scripts.fit("import sys\nsys.exit(0)\n", 2);
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void theRankThatThrewIsBlamedAndNotThoseThatWaitForIt() {
    TrainingFailed failed =
        failure(
            """
            import manta
            if manta.get_context().get_world_rank() == 1:
                raise RuntimeError("mine")
            manta.barrier()
            """,
            3);
    assertThat(failed).hasMessageContaining("rank 1 threw RuntimeError: mine");
    assertThat(failed.result().failure().orElseThrow().rank()).isEqualTo(1);
  }

  @Test
  void whatOutlivesTheFunctionEndsWithItsRank() throws Exception {
    Result result =
        scripts.fit(
            """
            import os, signal, time
            import manta
            if os.fork() == 0:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                open("%s", "w").write(str(os.getpid()))
                time.sleep(600)
            while not os.path.exists("%s") or not open("%s").read():
                time.sleep(0.01)
            manta.report({"done": 1})
            """
                .replace("%s", directory.resolve("child").toString()),
            1);
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    long child = Long.parseLong(Files.readString(directory.resolve("child")));
    ProcessHandle.of(child)
        .ifPresent(left -> assertThat(left.onExit()).succeedsWithin(Duration.ofSeconds(20)));
  }

  @Test
  void aForkedProcessIsNoRankAndMayComeToTheEndOfTheScript() throws Exception {
    Result result =
        scripts.fit(
            """
            import os
            import manta
            child = os.fork()
            if child == 0:
                try:
                    manta.report({"from": "a child"})
                except manta.MantaError as refused:
                    print("child:", refused, flush=True)
            else:
                assert os.waitpid(child, 0)[1] == 0
                manta.report({"from": "the rank"})
            """,
            1);
    assertThat(result.history().current()).hasSize(1);
    assertThat(result.metrics().get("from")).isEqualTo("the rank");
    assertThat(scripts.log("train", 0)).contains("child: only the process of the rank itself");
  }

  @Test
  void aForkedProcessHoldsNoConnectionOfTheRanks() {
    Result result =
        scripts.fit(
            """
            import os
            import manta
            child = os.fork()
            if child == 0:
                held = [os.readlink(f"/proc/self/fd/{each}") for each in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{each}")]
                os._exit(sum(each.startswith("socket:") for each in held))
            manta.report({"held": os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])})
            """,
            1);
    assertThat(result.metrics().get("held")).isEqualTo(0L);
  }

  /// Each rank has a directory of its own, as ranks of different nodes do.
  @Test
  void aCheckpointOfWhichRankZeroSeesAPartOnlyIsRefused() {
    assertThat(
            failure(
                """
                import os, tempfile
                import manta, manta_shared
                rank, directory = manta.get_context().get_world_rank(), tempfile.mkdtemp()
                open(os.path.join(directory, f"rng_state_{rank}"), "w").close()
                open(os.path.join(directory, "model"), "w").close()
                manta_shared.require_whole(directory, needless="rng_state")
                open(os.path.join(directory, f"shard-{rank}"), "w").close()
                manta_shared.require_whole(directory, needless="rng_state")
                """,
                2))
        .hasMessageContaining("rank 1 threw manta.MantaError: shard-1 of the checkpoint in");
  }

  @Test
  void aReturnValueThatIsTooLargeIsToldAsTheFunctionsFailure() {
    String file = scripts.write("large.py", "def train(config):\n    return 'x' * (9 << 20)\n");
    TrainingFailed failed =
        scripts.failure(
            PythonTrainer.function(file, "train", Map.of())
                .python(Scripts.anyPython().toString())
                .run(scripts.run("large").failures(FailureConfig.retries(0))));
    assertThat(failed).hasMessageContaining("return value has 9437186 characters, and 8388608");
  }

  @Test
  void aTerminationIsANoticeAndStopsTheRunWithALastCheckpoint() {
    Result result =
        scripts.fit(
            """
            import os, signal, tempfile
            import manta
            steps = 0
            while not manta.stop_requested():
                steps += 1
                manta.report({"steps": steps})
                if steps == 5:
                    os.kill(os.getpid(), signal.SIGTERM)
                assert steps < 100000
            manta.report({"last": steps}, tempfile.mkdtemp())
            """,
            1);
    assertThat(result.status()).isEqualTo(RunStatus.STOPPED);
    assertThat(result.latestCheckpoint()).isPresent();
  }

  @Test
  void reportsOfThreadsAreKeptAllOfThem() {
    Result result =
        scripts.fit(
            """
            import threading
            import manta
            def report(thread):
                for each in range(500):
                    manta.report({"thread": thread, "each": each})
            threads = [threading.Thread(target=report, args=(each,)) for each in range(4)]
            [each.start() for each in threads]
            [each.join() for each in threads]
            """,
            2);
    assertThat(result.history().current()).hasSize(4000);
  }

  @Test
  void aReportThatIsTooLargeIsRefusedAndTheNextOneIsKept() {
    Result result =
        scripts.fit(
            """
            import manta
            try:
                manta.report({"text": "x" * (17 << 20)})
            except manta.MantaError as refused:
                assert "large values belong into a checkpoint" in str(refused), refused
                manta.report({"refused": True})
            """,
            1);
    assertThat(result.metrics().get("refused")).isEqualTo(true);
    assertThat(result.history().current()).hasSize(1);
  }

  @Test
  void metricsThatCannotBeKeptAreNamed() {
    assertThat(failure("import manta\nmanta.report({'a': {'b': [1, 2]}})\n", 1))
        .hasMessageContaining("metric \"a/b\" is a list; allowed are numbers");
  }

  @Test
  void aScriptMayGoToAnotherDirectoryAndPrintMuch() throws Exception {
    Result result =
        scripts.fit(
            """
            import os, sys
            import manta
            os.chdir("/")
            for each in range(64):
                sys.stdout.write(("x" * 1023 + "\\n") * 1024)
            manta.report({"at": os.getcwd()})
            """,
            1);
    assertThat(result.metrics().get("at")).isEqualTo("/");
    assertThat(scripts.log("train", 0)).hasSizeGreaterThanOrEqualTo(64 << 20);
  }

  /// The driver is this JVM: its heap is measured after a garbage collection.
  @Tag("campaign")
  @Test
  void aRankThatPrintsAGigabyteKeepsItsLogAndTheDriverItsMemory() throws Exception {
    Result result =
        scripts.fit(
            """
            import sys
            import manta
            for each in range(1024):
                sys.stdout.write(("x" * 1023 + "\\n") * 1024)
            manta.report({"printed": 1})
            """,
            1);
    assertThat(result.metrics().get("printed")).isEqualTo(1L);
    try (var logs = Files.list(directory.resolve("runs/train/logs"))) {
      assertThat(logs.mapToLong(log -> log.toFile().length()).sum())
          .isGreaterThanOrEqualTo(1L << 30);
    }
    long kept =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null)
            .mapToLong(pool -> pool.getCollectionUsage().getUsed())
            .sum();
    assertThat(kept).isLessThan(256L << 20);
  }

  @Test
  void aRankThatWouldNotEndIsEndedAfterTheRunHasFailed() {
    TrainingFailed failed =
        failure(
            """
            import signal, time
            import manta
            if manta.get_context().get_world_rank() == 1:
                raise ValueError("over")
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            while True:
                try:
                    time.sleep(600)
                except BaseException:
                    pass
            """,
            2);
    assertThat(failed).hasMessageContaining("rank 1 threw ValueError: over");
  }
}
