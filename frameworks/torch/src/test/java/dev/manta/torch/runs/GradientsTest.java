package dev.manta.torch.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.torch.distributed.Backend;
import dev.manta.torch.runs.Programs.Config;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.Report;
import dev.manta.train.TrainLoop;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A step's gradient is that of all its rows: however many ranks there are, whatever happens before
/// the step.
class GradientsTest extends TrainingTest {
  private static final double TOLERANCE = 1e-6;
  private static final int ROWS = 83;

  /// What one process has learned, by mode: many cases are compared with the same.
  private static final Map<String, Weights> ALONE = new ConcurrentHashMap<>();

  /// What so many ranks have learned that nothing ended.
  private static final Map<Integer, Weights> UNDISTURBED = new ConcurrentHashMap<>();

  private int named;

  @Test
  void anEvaluationBeforeTheStepDoesNotChangeWhatARankCounts() {
    double learned =
        runs.fit(2, GradientPrograms::evaluatesBeforeItSteps, new Config("", 6, 6, ""))
            .returnValue(Double.class)
            .orElseThrow();
    assertThat(learned).isEqualTo(-3.5);
  }

  @ParameterizedTest
  @CsvSource({"2, MANTA", "3, MANTA", "2, GLOO", "3, GLOO"})
  void unevenBatchesThatAddUpAreThoseOfOneProcess(int ranks, Backend backend) throws Exception {
    Weights one = alone("", GradientPrograms::leavesBatchesOver, "leaves");
    learned(ranks, backend, "", GradientPrograms::leavesBatchesOver)
        .requireEqualRanks()
        .requireClose(one, TOLERANCE);
  }

  @ParameterizedTest
  @CsvSource({"1, fails", "1, killed", "2, fails", "2, killed"})
  void batchesThatAreLeftOverSurviveTheirAttempt(int ranks, String end) throws Exception {
    learned(ranks, Backend.MANTA, end, GradientPrograms::leavesBatchesOver)
        .requireEqualRanks()
        .requireSame(undisturbed(ranks));
  }

  @ParameterizedTest
  @CsvSource({
    "2, MANTA, ''",
    "3, MANTA, ''",
    "2, MANTA, fails",
    "2, MANTA, never fails",
    "2, GLOO, ''",
    "2, GLOO, fails",
    "3, GLOO, never fails"
  })
  void groupsWithUnusedParametersLearnWhatOneProcessDoes(int ranks, Backend backend, String mode)
      throws Exception {
    String unused = mode.contains("never") ? "never" : "";
    Weights one = alone(unused, GradientPrograms::groupsWithUnusedParameters, "groups" + unused);
    learned(ranks, backend, mode, GradientPrograms::groupsWithUnusedParameters)
        .requireEqualRanks()
        .requireClose(one, TOLERANCE);
  }

  @Test
  void aStepThatOverflowsOnOneRankIsSkippedOnAllAndTheScaleSurvivesTheAttempt() throws Exception {
    Weights whole = learned(2, Backend.MANTA, "", GradientPrograms::scaled).requireEqualRanks();
    List<Metrics> epochs =
        Result.fromPath(run(0)).metricsHistory().stream().map(Report::metrics).toList();
    assertThat(epochs).extracting(each -> each.number("skipped")).containsExactly(1.0, 1.0);
    // 5 steps an epoch, of which the third is skipped; two good ones in a row double the scale
    assertThat(epochs).extracting(each -> each.number("scale")).containsExactly(131072.0, 262144.0);
    assertThat(epochs.getLast().number("commits")).isEqualTo(10);
    learned(2, Backend.MANTA, "fails", GradientPrograms::scaled).requireSame(whole);
    Metrics resumed = Result.fromPath(run(1)).metrics();
    assertThat(resumed.number("scale")).isEqualTo(262144);
    assertThat(resumed.number("commits")).isEqualTo(10);
  }

  private String run(int number) {
    return directory.resolve("runs").resolve("run-" + number).toString();
  }

  private Weights undisturbed(int ranks) throws IOException {
    Weights known = UNDISTURBED.get(ranks);
    if (known == null) {
      known = learned(ranks, Backend.MANTA, "", GradientPrograms::leavesBatchesOver);
      UNDISTURBED.put(ranks, known);
    }
    return known;
  }

  private Weights alone(String mode, TrainLoop<Config> loop, String name) throws IOException {
    Weights known = ALONE.get(name);
    if (known == null) {
      known = runs.alone(loop, out -> new Config(out, ROWS, 18, mode));
      ALONE.put(name, known);
    }
    return known;
  }

  private Weights learned(int ranks, Backend backend, String mode, TrainLoop<Config> loop)
      throws IOException {
    return runs(mode)
        .weights(
            ranks,
            loop,
            out -> new Config(out, ROWS, 18, mode),
            trainer ->
                trainer
                    .backend(backend)
                    .run(
                        runs.settings("run-" + named++)
                            .failures(FailureConfig.retries(2).spares(0))));
  }

  private Runs runs(String mode) {
    boolean ends = mode.endsWith("fails") || mode.equals("killed");
    return ends ? runs.inProcessesOfTheirOwn() : runs;
  }
}
