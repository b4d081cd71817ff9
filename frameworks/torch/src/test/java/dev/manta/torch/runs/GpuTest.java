package dev.manta.torch.runs;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.manta.cluster.Resources;
import dev.manta.torch.Backend;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.internal.Natives;
import dev.manta.torch.internal.cuda.Cuda;
import dev.manta.torch.runs.Programs.Config;
import dev.manta.train.FailureConfig;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A GPU learns what the CPU learns.
@Timeout(300)
class GpuTest {
  private static final double TOLERANCE = 1e-3;

  @TempDir Path directory;
  private Runs runs;

  @BeforeEach
  void open() {
    assumeTrue(Cuda.isBuilt(), "needs PyTorch for CUDA: build with -Pcuda");
    Natives.load();
    assumeTrue(Cuda.devices() > 0, "needs a GPU that the driver shows");
    runs = new Runs(directory);
  }

  @Test
  void trainingOnAGpuEqualsTrainingOnTheCpu() throws Exception {
    Weights cpu = runs.weights(1, Programs::mlp, GpuTest::config);
    Weights gpu = runs.weights(1, Programs::mlp, GpuTest::config, GpuTest::onGpu);
    gpu.requireClose(cpu, TOLERANCE);
  }

  @Test
  void averagingByNcclChangesNothingForOneRank() throws Exception {
    Weights plain = runs.weights(1, Programs::accumulated, GpuTest::config, GpuTest::onGpu);
    Weights nccl =
        runs.weights(
            1,
            Programs::accumulated,
            GpuTest::config,
            trainer -> onGpu(trainer).backend(Backend.NCCL));
    nccl.requireClose(plain, TOLERANCE);
  }

  @Test
  void aRunOnAGpuResumesWhereItWas() throws Exception {
    Weights whole = runs.weights(1, Programs::resumed, GpuTest::config, GpuTest::onGpu);
    Weights resumed =
        runs.weights(
            1,
            Programs::resumed,
            out -> new Config(out, 160, 32, "fails"),
            trainer ->
                onGpu(trainer).run(runs.settings("again").failures(FailureConfig.retries(1))));
    resumed.requireClose(whole, TOLERANCE);
  }

  private static Config config(String out) {
    return new Config(out, 160, 32, "");
  }

  private static TorchTrainer onGpu(TorchTrainer trainer) {
    return trainer.scaling(ScalingConfig.workers(1).perWorker(Resources.cpus(1).withGpus(1)));
  }
}
