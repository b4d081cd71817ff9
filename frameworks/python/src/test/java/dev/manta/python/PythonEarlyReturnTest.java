package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.TrainingFailed;
import dev.manta.testkit.python.Python;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A rank that returns while others still train, with PyTorch's collectives. These wait half an
/// hour for a missing rank; the limit here fails a test in which they do.
@Timeout(180)
class PythonEarlyReturnTest {
  private static final String BEGINS =
      """
      import os, sys, time
      import torch
      import torch.distributed as dist
      import manta
      dist.init_process_group("gloo")
      rank = dist.get_rank()
      model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1))
      def step():
          model(torch.ones(1, 2)).sum().backward()
      """;

  @TempDir Path directory;
  private Scripts scripts;

  @BeforeEach
  void open() {
    scripts = new Scripts(directory);
  }

  private PythonTrainer trainer(String text) {
    return PythonTrainer.script(scripts.write("early.py", BEGINS + text))
        .python(Python.with("torch").toString())
        .scaling(ScalingConfig.workers(2))
        .run(scripts.run("early").failures(FailureConfig.retries(0)));
  }

  private TrainingFailed failure(String text) {
    return scripts.failure(trainer(text));
  }

  private static String early(String leaves) {
    return """
        for each in range(4):
            step()
            manta.report({"each": each})
            if rank == 1 and each == 1:
                %s
        """
        .formatted(leaves);
  }

  @Test
  void aRankThatExitsEarlyIsNamedWithItsReport() {
    assertThat(failure(early("sys.exit(0)")))
        .hasMessageContaining("rank 1 returned after report 2 while rank 0 still needed it")
        .hasMessageContaining("threw RuntimeError");
  }

  @Test
  void aRankThatLeavesItsGroupAndReturnsEarlyIsNamedToo() {
    assertThat(failure(early("dist.destroy_process_group(); sys.exit(0)")))
        .hasMessageContaining("rank 1 returned after report 2 while rank 0 still needed it");
  }

  @Test
  void aRankWhoseProcessEndsEarlyIsNamed() {
    assertThat(failure(early("os._exit(0)")))
        .hasMessageContaining("rank 1 ended with exit status 0 before its training function");
  }

  @Test
  void aFunctionWithLiveStateThatReturnsEarlyIsNamed() {
    String file =
        scripts.write(
            "live.py",
            """
            def train():
                import torch, manta
                import torch.distributed as dist
                dist.init_process_group("gloo")
                model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1))
                manta.live("model", model)
                for each in range(4):
                    model(torch.ones(1, 2)).sum().backward()
                    manta.report({"each": each})
                    if dist.get_rank() == 1 and each == 1:
                        return
            """);
    TrainingFailed failed =
        scripts.failure(
            PythonTrainer.function(file, "train", Map.of())
                .python(Python.with("torch").toString())
                .scaling(ScalingConfig.workers(2))
                .run(scripts.run("early").failures(FailureConfig.retries(0))));
    assertThat(failed).hasMessageContaining("rank 1 returned after report 2");
  }

  /// As torchrun's, it is there until the last rank ends.
  @Test
  void theStoreOfARankThatReturnedStays() throws Exception {
    Result result =
        trainer(
                """
                step()
                if rank == 1:
                    try:
                        while True:
                            step()
                    except RuntimeError:
                        store = dist.distributed_c10d._get_default_store()
                        store.set("still", "there")
                        manta.report({"there": float(store.get("still") == b"there")})
                """)
            .fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.metricsHistory().toString()).contains("there");
  }

  @Test
  void ranksMayReturnAtDifferentTimes() throws Exception {
    Result result =
        trainer(
                """
                step()
                if rank == 1:
                    try:
                        while True:
                            step()
                    except RuntimeError:
                        manta.report({"last": 1})
                        manta.report({"last": 2}, os.path.dirname(__file__))
                """)
            .fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.attempts()).isEqualTo(1);
    assertThat(result.latestCheckpoint()).isPresent();
  }
}
