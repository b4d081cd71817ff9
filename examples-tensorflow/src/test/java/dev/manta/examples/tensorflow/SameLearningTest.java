package dev.manta.examples.tensorflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.cluster.Resources;
import dev.manta.examples.tensorflow.DigitsCnn.Config;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.StopCondition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two worker processes learn to read digits as one does, and as two that are stopped on the way.
@Timeout(300)
class SameLearningTest {
  private static final Config CONFIG = new Config(5e-3, 32, 3);

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private static Path storage;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static Result two;

  @BeforeAll
  static void twoWorkersLearn() {
    two = DigitsCnn.trainer(CONFIG, 2, run("two")).fit();
    assertThat(two.history().rows().map(row -> row.report().rank())).contains(0, 1);
  }

  private static RunConfig run(String name) {
    return RunConfig.named(name).storage(storage.toString()).failures(FailureConfig.none()).quiet();
  }

  @Test
  void oneWorkerLearnsWhatTwoLearn() throws IOException {
    // It may become two, for which there is no capacity: so its steps have the rows that those of
    // two
    // have.
    var elastic = ScalingConfig.workers(1, 2).perWorker(Resources.cpus(1000));
    Result one = DigitsCnn.trainer(CONFIG, 1, run("one")).scaling(elastic).fit();
    assertThat(one.history().rows().map(row -> row.report().rank())).containsOnly(0);
    assertThat(apart(numbers(one), numbers(two))).isLessThanOrEqualTo(1e-6);
  }

  /// The largest difference.
  private static double apart(float[] one, float[] two) {
    assertThat(two).hasSameSizeAs(one);
    return IntStream.range(0, one.length)
        .mapToDouble(i -> Math.abs(one[i] - two[i]))
        .max()
        .orElseThrow();
  }

  @Test
  void aRunThatIsStoppedAndResumedLearnsTheSameToTheLastBit() throws IOException {
    RunConfig stopping = run("stopped").stopWhen(StopCondition.atLeast("epoch", 0));
    Result stopped = DigitsCnn.trainer(CONFIG, 2, stopping).fit();
    assertThat(stopped.status()).isEqualTo(RunStatus.STOPPED);
    Result resumed = DigitsCnn.trainer(CONFIG, 2, run("stopped")).fit();
    assertThat(resumed.path()).isEqualTo(stopped.path());
    assertThat(resumed.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(variables(resumed)).isEqualTo(variables(two));
  }

  /// All that was learned, with what the optimizer keeps, as a file of safetensors.
  private static byte[] variables(Result result) throws IOException {
    var last = result.latestCheckpoint().orElseThrow().checkpoint();
    try (Checkpoint.Opened opened = last.open()) {
      return Files.readAllBytes(opened.directory().resolve("variables.safetensors"));
    }
  }

  /// The numbers behind the file's header.
  private static float[] numbers(Result result) throws IOException {
    ByteBuffer file = ByteBuffer.wrap(variables(result)).order(ByteOrder.LITTLE_ENDIAN);
    int header = Math.toIntExact(file.getLong());
    FloatBuffer all =
        file.position(Long.BYTES + header).slice().order(file.order()).asFloatBuffer();
    float[] numbers = new float[all.remaining()];
    all.get(numbers);
    return numbers;
  }
}
