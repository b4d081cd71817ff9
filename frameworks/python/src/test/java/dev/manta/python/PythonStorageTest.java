package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.TrainingFailed;
import dev.manta.data.Dataset;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.Upload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Checkpoints of Python ranks in storage that only Java reaches.
@Timeout(120)
class PythonStorageTest {
  @TempDir Path directory;

  private RunConfig run() {
    return RunConfig.named("far")
        .storage("far:" + directory.resolve("runs"))
        .checkpoints(CheckpointConfig.keepAll().upload(Upload.SYNC))
        .failures(FailureConfig.retries(0))
        .quiet();
  }

  @Test
  void partsGoThereThroughTheCompanionAndComeBackForTheNextAttempt() {
    Scripts.requireModule("numpy");
    var scripts = new Scripts(directory);
    PythonTrainer trainer =
        scripts
            .script(
                "train.py",
                """
                import os, tempfile
                import manta
                rank = manta.get_context().get_world_rank()
                checkpoint = manta.get_checkpoint()
                steps = manta.get_dataset_shard("train").iter_batches(batch_size=5)
                if checkpoint:
                    with checkpoint.part_of(rank, 2).as_directory() as directory:
                        assert open(os.path.join(directory, "model")).read() == f"weights of {rank}"
                    assert checkpoint.get_metadata()["by"] == "hand"
                    assert manta.get_checkpoint()._held is checkpoint._held, "fetched twice"
                    manta.report({"left": sum(len(batch["id"]) for batch in steps)})
                else:
                    next(iter(steps))
                    with tempfile.TemporaryDirectory() as directory:
                        open(os.path.join(directory, "model"), "w").write(f"weights of {rank}")
                        part = manta.Checkpoint.from_directory(directory).part()
                        part.set_metadata({"by": "hand"})
                        manta.report({"step": 1}, checkpoint=part)
                    raise RuntimeError("the first one ends here")
                """)
            .dataset("train", Dataset.range(30))
            .scaling(ScalingConfig.workers(2))
            .run(run());
    TrainingFailed first = scripts.failure(trainer);
    assertThat(first).hasMessageContaining("the first one ends here");
    assertThat(trainer.fit().metrics().get("left")).isEqualTo(10L);
  }

  @Test
  void storageThatCannotBeWrittenIsToldWithItsPlace() throws IOException {
    var scripts = new Scripts(directory);
    Files.createDirectories(directory.resolve("runs/far"));
    TrainingFailed failed =
        scripts.failure(
            scripts
                .script(
                    "train.py",
                    """
                    import os, sys, tempfile
                    import manta
                    open(os.path.join(sys.argv[1], "runs/far/checkpoints"), "w").close()
                    with tempfile.TemporaryDirectory() as directory:
                        open(os.path.join(directory, "model"), "w").close()
                        manta.report({"step": 1}, checkpoint=directory)
                    """)
                .args(directory.toString())
                .run(run()));
    assertThat(failed).hasMessageContaining("runs/far/checkpoints");
  }
}
