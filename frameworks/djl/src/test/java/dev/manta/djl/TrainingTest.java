package dev.manta.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.djl.Model;
import dev.manta.Result;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.djl.Programs.Config;
import dev.manta.testkit.python.Python;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainLoop;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Space;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What ranks learn together. They are threads of this process, which take turns.
@Timeout(300)
class TrainingTest {
  /// 7 of them in the last of 4 steps, so that one of three ranks has more than the others.
  private static final int ROWS = 43;

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path directory;

  private Config config(String mode) {
    return new Config(directory.toString(), ROWS, 12, 3, mode);
  }

  private RunConfig run(String name) {
    return RunConfig.named(name).storage(directory.resolve("runs").toString()).quiet();
  }

  private Result fit(String name, int ranks, TrainLoop<Config> loop, Config config) {
    Result result =
        DjlTrainer.of(loop, config)
            .scaling(ScalingConfig.inProcess(ranks))
            .run(run(name).failures(FailureConfig.none()))
            .fit();
    assertThat(result.status()).as(result.reason()).isEqualTo(RunStatus.FINISHED);
    return result;
  }

  private byte[] learned(String name, int rank) throws Exception {
    return Files.readAllBytes(directory.resolve(name + "-" + rank));
  }

  private float[] numbers(String name, int rank) throws Exception {
    ByteBuffer bytes = ByteBuffer.wrap(learned(name, rank));
    float[] numbers = new float[bytes.capacity() / Float.BYTES];
    bytes.asFloatBuffer().get(numbers);
    return numbers;
  }

  @ParameterizedTest
  @ValueSource(strings = {"sgd", "momentum", "adam", "adamw"})
  void threeRanksLearnWhatOneLearns(String mode) throws Exception {
    Result one = fit("one", 1, Programs::train, config(mode));
    Result three = fit("three", 3, Programs::train, config(mode));
    assertThat(numbers("three", 0)).containsExactly(numbers("one", 0), within(1e-6f));
    assertThat(learned("three", 1)).isEqualTo(learned("three", 0));
    assertThat(learned("three", 2)).isEqualTo(learned("three", 0));
    assertThat(three.metrics().number("engines")).isEqualTo(one.metrics().number("engines"));
  }

  @Test
  void lossAndAccuracyAreThoseOfAllRows() {
    var one = fit("one", 1, Programs::train, config("adam")).metricsHistory().getFirst().metrics();
    var three =
        fit("three", 3, Programs::train, config("adam")).metricsHistory().getFirst().metrics();
    for (String name : new String[] {"train_loss", "train_accuracy"}) {
      assertThat(three.number(name)).isCloseTo(one.number(name), within(1e-6));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sgd", "momentum", "adam dropout norm", "adamw frozen"})
  void aResumedRunLearnsTheSameToTheLastBit(String mode) throws Exception {
    fit("whole", 1, Programs::train, config(mode));
    assertThatThrownBy(() -> fit("failed", 1, Programs::train, config(mode + " throws")))
        .hasMessageContaining("a test");
    fit("failed", 1, Programs::train, config(mode));
    assertThat(learned("failed", 0)).isEqualTo(learned("whole", 0));
  }

  private static Checkpoint last(Result result) {
    return result.latestCheckpoint().orElseThrow().checkpoint();
  }

  @Test
  void aFunctionThatFailsWithinAnEpochResumesWithTheRowsThatAreLeft() throws Exception {
    fit("whole", 1, Programs::train, config("adam dropout"));
    Result result =
        DjlTrainer.of(Programs::train, config("adam dropout throws"))
            .scaling(ScalingConfig.inProcess(1))
            .run(run("failed").failures(FailureConfig.retries(1)))
            .fit();
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(learned("failed", 0)).isEqualTo(learned("whole", 0));
  }

  @Test
  void severalBatchesMakeOneStep() throws Exception {
    fit("one", 1, Programs::accumulate, config("adam"));
    fit("two", 2, Programs::accumulate, config("adam"));
    assertThat(numbers("two", 0)).containsExactly(numbers("one", 0), within(1e-6f));
  }

  @Test
  void twoModelsThatAreTrainedInTurnResumeTogether() throws Exception {
    fit("whole", 1, Programs::pair, config("pair"));
    Result result =
        DjlTrainer.of(Programs::pair, config("pair throws"))
            .scaling(ScalingConfig.inProcess(1))
            .run(run("failed").failures(FailureConfig.retries(1)))
            .fit();
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(learned("failed", 0)).isEqualTo(learned("whole", 0));
  }

  @Test
  void aTunerTriesItsTrainer() {
    ResultGrid results =
        Tuner.of(DjlTrainer.of(Programs::train, config("sgd")).scaling(ScalingConfig.inProcess(1)))
            .space(
                Space.of()
                    .choice("out", directory.toString())
                    .choice("rows", ROWS)
                    .choice("batch", 12)
                    .choice("epochs", 1)
                    .choice("mode", "sgd", "momentum", "adam", "adamw"))
            .search(TuneConfig.minimize("train_loss").samples(2))
            .run(run("tuned"))
            .fit();
    assertThat(results.errors()).isEmpty();
    assertThat(results.size()).isEqualTo(2);
  }

  @Test
  void whatABatchNormHasSeenIsTheSameOnAllRanks() throws Exception {
    fit("norm", 2, Programs::train, config("adam norm"));
    assertThat(learned("norm", 1)).isEqualTo(learned("norm", 0));
  }

  @Test
  void aLoopOfOnesOwnCountsTheRowsThatItWasGiven() throws Exception {
    fit("one", 1, Programs::collect, config("sgd"));
    fit("three", 3, Programs::collect, config("sgd"));
    assertThat(numbers("three", 0)).containsExactly(numbers("one", 0), within(1e-6f));
  }

  @Test
  void aStepWithinTheCollectorIsRefusedWhereRanksWouldWaitForEachOther() {
    assertThatThrownBy(() -> fit("inside", 2, Programs::collect, config("sgd inside")))
        .hasMessageContaining("before the gradient collector is closed");
    fit("alone", 1, Programs::collect, config("sgd inside"));
  }

  @Test
  void ranksWhoseRowsReachOtherLayersStayEqual() throws Exception {
    fit("branches", 2, Programs::branches, config("adam"));
    assertThat(learned("branches", 1)).isEqualTo(learned("branches", 0));
    assertThat(last(fit("other", 2, Programs::train, config("adam"))).parts()).isEqualTo(1);
  }

  @Test
  void djlItselfLoadsACheckpoint() throws Exception {
    Result result = fit("run", 1, Programs::train, config("adam"));
    Path copy = directory.resolve("copy");
    last(result).toDirectory(copy);
    try (Model model = Model.newInstance("programs")) {
      model.setBlock(Programs.block("adam"));
      model.load(copy);
      assertThat(Programs.bytes(model)).isEqualTo(learned("run", 0));
    }
  }

  @Test
  void aModelThatDjlHasLoadedIsTrainedFurther() {
    Path copy = directory.resolve("copy");
    last(fit("run", 1, Programs::train, config("sgd"))).toDirectory(copy);
    var reports = fit("further", 1, Programs::further, config(copy.toString())).metricsHistory();
    assertThat(reports).extracting(each -> each.metrics().number("same")).containsExactly(1.0, 0.0);
  }

  @Test
  void pythonLoadsACheckpoint() throws Exception {
    Result result = fit("run", 1, Programs::train, config("adam"));
    Path copy = directory.resolve("copy");
    last(result).toDirectory(copy);
    String printed =
        Python.run(
            """
            import sys
            from safetensors.torch import load_file
            model = load_file(sys.argv[1] + "/model.safetensors")
            print({name: list(model[name].shape) for name in sorted(model)})
            print(sorted(load_file(sys.argv[1] + "/optimizer.safetensors"))[:2])
            print("first", float(model["01Linear_weight"][0][0]))
            """,
            copy);
    assertThat(printed)
        .contains("'01Linear_weight': [5, 6], '03Linear_bias': [3], '03Linear_weight': [3, 5]")
        .contains("['means.01Linear_bias', 'means.01Linear_weight']")
        .contains("first " + (double) numbers("run", 0)[0]);
  }
}
