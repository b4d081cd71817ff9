package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.TrainingFailed;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.FailureConfig;
import dev.manta.train.ReportedCheckpoint;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.StopCondition;
import dev.manta.train.Upload;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Checkpoints that Python ranks report, and what resumes from them.
class PythonCheckpointsTest {
  /// Counts to ten, saves each count on rank 0, and resumes from what it finds.
  private static final String COUNTER =
      """
      import os, signal, sys, tempfile
      import manta
      context = manta.get_context()
      begin, found = 0, manta.get_checkpoint()
      if found:
          with found.as_directory() as directory:
              begin = int(open(os.path.join(directory, "count")).read())
          print("metadata", found.get_metadata())
      print("begins at", begin, "attempt", context.get_attempt(), flush=True)
      for count in range(begin, 10):
          if context.get_world_rank() == 0:
              with tempfile.TemporaryDirectory() as directory:
                  open(os.path.join(directory, "count"), "w").write(str(count + 1))
                  checkpoint = manta.Checkpoint.from_directory(directory)
                  checkpoint.set_metadata({"count": count + 1})
                  manta.report({"count": count + 1}, checkpoint)
          else:
              manta.report({"count": count + 1})
          manta.barrier()
          if count == 4 and context.get_attempt() == 1 and context.get_world_rank() == int(sys.argv[1]):
              exec(sys.argv[2])
          if manta.stop_requested():
              break
      """;

  @TempDir Path directory;
  private Scripts scripts;

  @BeforeEach
  void open() {
    scripts = new Scripts(directory);
  }

  private PythonTrainer counter(Upload upload, String... arguments) {
    return scripts
        .script("count.py", COUNTER)
        .args(arguments)
        .scaling(ScalingConfig.workers(2))
        .run(
            scripts
                .run("count")
                .checkpoints(CheckpointConfig.keepAll().upload(upload))
                .failures(FailureConfig.retries(1)));
  }

  @ParameterizedTest
  @EnumSource(names = {"SYNC", "ASYNC"})
  void aKilledRankIsReplacedAndAllResumeFromTheLastCheckpoint(Upload upload) throws Exception {
    Result result = counter(upload, "1", "os.kill(os.getpid(), signal.SIGKILL)").fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.metrics().get("count")).isEqualTo(10L);
    assertThat(result.latestCheckpoint().orElseThrow().checkpoint().metadata())
        .containsEntry("count", "10");
    assertThat(scripts.log("count", 0)).containsPattern("begins at [456] attempt 2");
    assertThat(result.damagedCheckpoints()).isEmpty();
  }

  @Test
  void aRunThatFailedResumesUnderItsNameAndReadsWhatWasSaidOfItsCheckpoint() throws Exception {
    TrainingFailed failed =
        scripts.failure(
            counter(Upload.SYNC, "0", "sys.exit(3)")
                .run(scripts.run("count").failures(FailureConfig.retries(0))));
    assertThat(failed).hasMessageContaining("called sys.exit(3)");
    Result result = counter(Upload.SYNC, "7", "").fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(scripts.log("count", 1))
        .contains("begins at 5 attempt 2")
        .contains("metadata {'count': '5'}");
  }

  @Test
  void aStopIsAtTheSameStepOnEveryRankAndItsCheckpointIsKept() {
    Result result =
        scripts
            .script(
                "stop.py",
                """
                import os, tempfile
                import manta
                steps = 0
                while not manta.stop_requested():
                    steps += 1
                    manta.report({"steps": steps})
                    manta.barrier()
                directory = tempfile.mkdtemp()
                open(os.path.join(directory, "part"), "w").write(str(steps))
                manta.report({"stopped": steps}, manta.Checkpoint(directory).part())
                """)
            .scaling(ScalingConfig.workers(2))
            .run(scripts.run("stop").stopWhen(StopCondition.atLeast("steps", 20)))
            .fit();
    assertThat(result.status()).isEqualTo(RunStatus.STOPPED);
    ReportedCheckpoint last = result.latestCheckpoint().orElseThrow();
    Path files = last.checkpoint().location().localPath();
    assertThat(files.resolve("part-00000-of-00002/part")).isRegularFile();
    assertThat(files.resolve("part-00001-of-00002/part")).isRegularFile();
    List<Object> steps =
        result
            .history()
            .current()
            .map(report -> report.metrics().find("stopped"))
            .flatMap(found -> found.stream())
            .toList();
    assertThat(steps).hasSize(2).allMatch(steps.getFirst()::equals);
  }

  @Test
  void aCheckpointThatIsDeletedWhileItIsStoredIsToldAndTheOneBeforeStands() {
    TrainingFailed failed =
        scripts.failure(
            scripts
                .script(
                    "vanish.py",
                    """
                    import os, shutil, tempfile, threading
                    import manta
                    def directory(files):
                        made = tempfile.mkdtemp()
                        for each in range(files):
                            open(os.path.join(made, f"file-{each:04d}"), "w").write("x" * 1000)
                        return made
                    manta.report({"fine": 1}, directory(1))
                    doomed = directory(2000)
                    real = os.fsync
                    def slow(descriptor):
                        shutil.rmtree(doomed, ignore_errors=True)
                        real(descriptor)
                    os.fsync = slow
                    manta.report({"fine": 0}, doomed)
                    """)
                .run(
                    scripts
                        .run("vanish")
                        .checkpoints(CheckpointConfig.keepAll().upload(Upload.SYNC))
                        .failures(FailureConfig.retries(0))));
    assertThat(failed)
        .hasMessageContaining("the checkpoint of step 2 could not be stored: No such file");
    assertThat(failed.result().checkpoints()).hasSize(1);
  }

  /// Saves with the metrics of a step, in a directory of its own.
  private static final String SAVES =
      """
      import os, sys, tempfile
      import manta
      rank = manta.get_context().get_world_rank()
      def save(step, **named):
          directory = tempfile.mkdtemp()
          open(os.path.join(directory, "step"), "w").write(str(step))
          manta.report({"step": step}, directory, **named)
      def newest():
          with manta.get_checkpoint().as_directory() as directory:
              return open(os.path.join(directory, "step")).read()
      """;

  private PythonTrainer saving(String text, Upload upload) {
    return scripts
        .script("saves.py", SAVES + text)
        .run(
            scripts
                .run("saves")
                .checkpoints(CheckpointConfig.keepAll().upload(upload))
                .failures(FailureConfig.retries(0)));
  }

  @ParameterizedTest
  @EnumSource(names = {"SYNC", "ASYNC"})
  void anotherRankMayReportTheNextCheckpoint(Upload upload) {
    Result result =
        saving(
                """
                for step in range(4):
                    if rank == step % 2:
                        save(step)
                    manta.barrier()
                """,
                upload)
            .scaling(ScalingConfig.workers(2))
            .fit();
    assertThat(result.checkpoints()).hasSize(4);
    assertThat(result.damagedCheckpoints()).isEmpty();
    assertThat(result.latestCheckpoint().orElseThrow().checkpoint().location().localPath())
        .hasFileName("checkpoint-000004-rank-1-attempt-1");
  }

  @Test
  void theNewestCheckpointIsTheOneThatWasReportedLast() {
    Result result =
        saving(
                """
                assert manta.get_checkpoint() is None
                for step in range(3):
                    save(step)
                    assert newest() == str(step), newest()
                """,
                Upload.SYNC)
            .fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void aDirectoryMayBeDeletedAsSoonAsAnAsynchronousReportHasReturned() throws Exception {
    Result result =
        saving(
                """
                import shutil
                for step in range(3):
                    folder = tempfile.mkdtemp()
                    for name in ("a", "b"):
                        open(os.path.join(folder, name), "w").write("x" * 1000000)
                    manta.report({"step": step}, folder)
                    shutil.rmtree(folder)
                """,
                Upload.ASYNC)
            .fit();
    assertThat(result.checkpoints()).hasSize(3);
    for (ReportedCheckpoint each : result.checkpoints()) {
      assertThat(each.checkpoint().location().localPath().resolve("b")).hasSize(1_000_000);
    }
  }

  /// The script removes a file when the thread that stores has begun.
  @Test
  void aCheckpointThatLosesAFileWhileItIsStoredIsNamedAndNotCommitted() {
    TrainingFailed failed =
        scripts.failure(
            saving(
                """
                store = manta._store_part
                def removed(storage, name, rank, size, moment, files):
                    os.remove(os.path.join(files.path, "a"))
                    return store(storage, name, rank, size, moment, files)
                manta._store_part = removed
                folder = tempfile.mkdtemp()
                for name in ("a", "b"):
                    open(os.path.join(folder, name), "w").close()
                manta.report({"step": 1}, folder)
                """,
                Upload.ASYNC));
    assertThat(failed)
        .hasMessageContaining(
            "the checkpoint of step 1 could not be stored: files were removed before they were stored: /");
    assertThat(failed.result().checkpoints()).isEmpty();
  }

  @Test
  void aNameThatACheckpointHasIsRefusedForTheNext() {
    TrainingFailed failed =
        scripts.failure(
            saving(
                "save(1, checkpoint_dir_name='best')\nsave(2, checkpoint_dir_name='best')\n",
                Upload.SYNC));
    assertThat(failed).hasMessageContaining("a checkpoint was called \"best\" before");
    assertThat(failed.result().checkpoints()).hasSize(1);
    assertThat(failed.result().damagedCheckpoints()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"SYNC", "ASYNC"})
  void aDiskThatFailsForAMomentIsTriedAgain(Upload upload) {
    Result result =
        saving(
                """
                import errno
                real, failures = os.fsync, [errno.EIO, errno.ENOSPC]
                def failing(descriptor):
                    if failures:
                        raise OSError(failures.pop(), "for a moment")
                    real(descriptor)
                os.fsync = failing
                save(1)
                """,
                upload)
            .fit();
    assertThat(result.checkpoints()).hasSize(1);
    assertThat(result.damagedCheckpoints()).isEmpty();
  }

  @Test
  void aLinkToADirectoryIsRefusedRatherThanLeftOut() {
    TrainingFailed failed =
        scripts.failure(
            saving(
                """
                directory = tempfile.mkdtemp()
                os.symlink(tempfile.mkdtemp(), os.path.join(directory, "weights"))
                manta.report({}, directory)
                """,
                Upload.SYNC));
    assertThat(failed).hasMessageContaining("weights is a link to a directory, not a file");
  }

  @Test
  void aCheckpointThatIsNoDirectoryIsRefusedAtOnce() {
    TrainingFailed failed =
        scripts.failure(
            scripts
                .script("none.py", "import manta\nmanta.report({}, '/nowhere/at/all')\n")
                .run(scripts.run("none").failures(FailureConfig.retries(0))));
    assertThat(failed).hasMessageContaining("/nowhere/at/all is not a directory");
  }
}
