package dev.manta.torch.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Result;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.distributed.Backend;
import dev.manta.torch.runs.Programs.Config;
import dev.manta.train.FailureConfig;
import dev.manta.train.TrainLoop;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What else training functions do.
class FunctionsTest extends TrainingTest {
  /// What two ranks have learned undisturbed, by program: several tests compare with the same.
  private static final Map<String, Weights> WHOLE = new ConcurrentHashMap<>();

  private int named;

  private Weights whole(String program, TrainLoop<Config> loop, int rows) throws IOException {
    Weights known = WHOLE.get(program);
    if (known == null) {
      known = weights(2, loop, rows);
      WHOLE.put(program, known);
    }
    return known;
  }

  @Test
  void aResumedRunLearnsWhatAnUninterruptedOneDoes() throws Exception {
    Weights whole = whole("resumed", Programs::resumed, 160);
    Weights resumed =
        runs.inProcessesOfTheirOwn()
            .weights(
                2,
                Programs::resumed,
                out -> new Config(out, 160, 32, "fails"),
                trainer ->
                    trainer.run(runs.settings("resumed").failures(FailureConfig.retries(2))));
    resumed.requireEqualRanks().requireSame(whole);
  }

  @Test
  void whoeverDiesTheSurvivorsContinueAtTheExactStepWithTheSameBits() throws Exception {
    Weights whole = whole("resumed", Programs::resumed, 160);
    Weights killed =
        runs.inProcessesOfTheirOwn()
            .weights(
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
    Weights two = whole("unused", Programs::unused, 96);
    two.requireEqualRanks();
  }

  @Test
  void gradientsOfSeveralBatchesAddUp() throws Exception {
    Weights one = alone(Programs::accumulated, 192);
    Weights two = weights(2, Programs::accumulated, 192);
    two.requireEqualRanks().requireClose(one, TOLERANCE);
  }

  @Test
  void bucketsThatStartDuringBackwardGiveTheSame() throws Exception {
    Weights plain = weights(2, Programs::accumulated, 190);
    Weights buckets =
        runs.weights(2, Programs::accumulated, out -> new Config(out, 190, 32, ""), this::buckets);
    buckets.requireEqualRanks().requireSame(plain);
    Weights unused = whole("unused", Programs::unused, 96);
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
    Weights one = alone(Programs::accumulated, 190);
    Weights two =
        runs.weights(
            2,
            Programs::accumulated,
            out -> new Config(out, 190, 32, ""),
            trainer -> trainer.backend(Backend.GLOO));
    two.requireEqualRanks().requireClose(one, TOLERANCE);
  }

  @ParameterizedTest
  @EnumSource(names = {"MANTA", "GLOO"})
  void gradientsThatAddUpCountByRowsOnEveryBackend(Backend backend) throws Exception {
    Weights one = alone(Programs::accumulatedUnevenly, 5);
    Weights two =
        runs.weights(
            2,
            Programs::accumulatedUnevenly,
            out -> new Config(out, 5, BATCH, ""),
            trainer -> trainer.backend(backend));
    two.requireEqualRanks().requireClose(one, TOLERANCE);
  }

  @Test
  void whoeverDiesTheSurvivorsContinueUnderPyTorchsReducerToo() throws Exception {
    runs.inProcessesOfTheirOwn()
        .weights(
            3,
            Programs::resumed,
            out -> new Config(out, 160, 32, "killed"),
            trainer ->
                trainer
                    .backend(Backend.GLOO)
                    .run(runs.settings("gloo").failures(FailureConfig.retries(3))))
        .requireEqualRanks();
    Result result = Result.fromPath(directory.resolve("runs").resolve("gloo").toString());
    assertThat(result.attempts()).isEqualTo(3);
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
