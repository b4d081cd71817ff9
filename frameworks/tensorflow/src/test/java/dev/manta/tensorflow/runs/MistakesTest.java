package dev.manta.tensorflow.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.tensorflow.runs.Mistakes.Config;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What goes wrong says what, where, and the next step.
@Timeout(300)
class MistakesTest {
  private static final Dataset ROWS =
      Dataset.of(
          List.of(Row.of("x", new float[] {1}, "n", 7), Row.of("x", new float[] {2}, "n", 300)));

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          vector | the loss "w" has shape [2] and must be one number: take the mean over the rows
          unreached | the loss "Mean" does not depend on variable "unused/bias", so no gradient reaches it
          unreached | or name the variables to train, as in tf.minimize(loss, optimizer, List.of(…))
          behind | variable "w"
          nothing | there is nothing to train: make variables first, with tf.weights(name, shape…)
          late | call tf.minimize(…), which adds those of the optimizer, before ctx.live(
          predicted | call tf.output(…) before ctx.live(…, tf.variables())
          text | input "x" of type TString cannot be filled from a column: use TFloat32
          twice | there is an input "x" already
          small | column "n" holds 300, and tf.input("n", TUint8.class) takes whole numbers from 0 to 255
          truth | column "n" holds 7, and tf.input("n", TBool.class) takes whole numbers from 0 to 1
          export | say what the graph predicts, with tf.output(name, value)
          unfed | the input "missing" of type float is not fed: give the dataset a column of that name
          wide | row 0 of column "x" has 1 numbers, and tf.input("x", …) asks for 2 in each row
          NaN | the loss is NaN at step 0, and would make all variables NaN: lower the learning rate (it is 0.1)
          """)
  void aMistakeIsNamed(String mistake, String message) {
    assertThatThrownBy(() -> fit(1, mistake)).hasMessageContaining(message);
  }

  private void fit(int ranks, String mistake) {
    new InProcess(directory).fit(ranks, Mistakes::make, new Config(mistake), Map.of("rows", ROWS));
  }

  @Test
  void variablesThatDifferOverRanksAreNamed() {
    assertThatThrownBy(() -> fit(2, "variables"))
        .hasMessageContaining("dense/kernel F32[3]")
        .hasMessageContaining("rank 0 has dense/kernel F32[2]");
  }

  @Test
  void aVariableThatRanksChangeByThemselvesIsNamed() {
    assertThatThrownBy(() -> new InProcess(directory).fit(2, Mistakes::drift, new Config("")))
        .hasMessageContaining("variable \"counted\" differs over ranks after a step");
  }

  @Test
  void whereNoRankHasARowThereAreNoMeans() {
    var result = new InProcess(directory).fit(2, Mistakes::nothing, new Config(""));
    assertThat(result.metrics().toJson().text()).isEqualTo("{\"rows\":0}");
  }

  @Test
  void aStepThatIsUsedAfterItsAttemptSaysSo() {
    fit(1, "kept");
    var kept = Objects.requireNonNull(Mistakes.KEPT.getAndSet(null));
    assertThatThrownBy(() -> kept.run(1, Map.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("this graph belongs to attempt 1, which is over, and is freed");
    assertThat(kept.count()).isZero();
  }
}
