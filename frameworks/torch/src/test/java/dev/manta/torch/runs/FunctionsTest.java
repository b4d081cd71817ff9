package dev.manta.torch.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Result;
import dev.manta.torch.Backend;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.runs.Programs.Config;
import dev.manta.train.FailureConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What else training functions do.
@Timeout(300)
class FunctionsTest {
  private static final double TOLERANCE = 1e-5;

  @TempDir Path directory;
  private Runs runs;
  private int named;

  @BeforeEach
  void open() {
    runs = new Runs(directory);
  }

  @Test
  void aResumedRunLearnsWhatAnUninterruptedOneDoes() throws Exception {
    Weights whole = runs.weights(2, Programs::resumed, out -> new Config(out, 160, 32, ""));
    Weights resumed =
        runs.weights(
            2,
            Programs::resumed,
            out -> new Config(out, 160, 32, "fails"),
            trainer -> trainer.run(runs.settings("resumed").failures(FailureConfig.retries(2))));
    resumed.requireEqualRanks().requireSame(whole);
  }

  @Test
  void whoeverDiesTheSurvivorsGoOnAtTheVeryStepWithTheSameBits() throws Exception {
    Weights whole = runs.weights(2, Programs::resumed, out -> new Config(out, 160, 32, ""));
    Weights killed =
        runs.weights(
            2,
            Programs::resumed,
            out -> new Config(out, 160, 32, "killed"),
            trainer -> trainer.run(runs.settings("killed").failures(FailureConfig.retries(3))));
    killed.requireEqualRanks().requireSame(whole);
    Result result = Result.fromPath(directory.resolve("runs").resolve("killed").toString());
    assertThat(result.attempts()).isEqualTo(3);
    assertThat(result.metrics().number("commits")).isEqualTo(15);
  }

  @Test
  void parametersThatSomeRanksUseAreAveragedAndOthersLeftAlone() throws Exception {
    Weights two = runs.weights(2, Programs::unused, out -> new Config(out, 96, 32, ""));
    two.requireEqualRanks();
  }

  @Test
  void gradientsOfSeveralBatchesAddUp() throws Exception {
    Weights one = runs.weights(1, Programs::accumulated, out -> new Config(out, 192, 32, ""));
    Weights two = runs.weights(2, Programs::accumulated, out -> new Config(out, 192, 32, ""));
    two.requireEqualRanks().requireClose(one, TOLERANCE);
  }

  @Test
  void bucketsThatStartDuringBackwardGiveTheSame() throws Exception {
    Weights plain = runs.weights(2, Programs::accumulated, out -> new Config(out, 190, 32, ""));
    Weights buckets =
        runs.weights(2, Programs::accumulated, out -> new Config(out, 190, 32, ""), this::buckets);
    buckets.requireEqualRanks().requireSame(plain);
    Weights unused = runs.weights(2, Programs::unused, out -> new Config(out, 96, 32, ""));
    runs.weights(2, Programs::unused, out -> new Config(out, 96, 32, ""), this::buckets)
        .requireEqualRanks()
        .requireSame(unused);
  }

  private TorchTrainer buckets(TorchTrainer trainer) {
    return trainer.run(
        runs.settings("buckets-" + ++named).environment("MANTA_TORCH_BUCKET_BYTES", "600"));
  }

  @Test
  void pyTorchsReducerOverGlooGivesTheSame() throws Exception {
    Weights one = runs.weights(1, Programs::accumulated, out -> new Config(out, 190, 32, ""));
    Weights two =
        runs.weights(
            2,
            Programs::accumulated,
            out -> new Config(out, 190, 32, ""),
            trainer -> trainer.backend(Backend.GLOO));
    two.requireEqualRanks().requireClose(one, TOLERANCE);
  }

  @Test
  void aBackendThatIsNotThereIsNamed() {
    TorchTrainer trainer =
        runs.trainer(2, Programs::accumulated, new Config("", 64, 32, "")).backend(Backend.NCCL);
    assertThatThrownBy(trainer::fit).hasMessageContaining("NCCL needs GPUs: want one per worker");
  }

  @Test
  void metricsAreTakenOverTheRowsOfAllRanks() {
    var one =
        runs.fit(1, Programs::evaluated, new Config("", 99, 32, "")).returnValue(Double.class);
    var two =
        runs.fit(2, Programs::evaluated, new Config("", 99, 32, "")).returnValue(Double.class);
    assertThat(two).isEqualTo(one);
  }
}
