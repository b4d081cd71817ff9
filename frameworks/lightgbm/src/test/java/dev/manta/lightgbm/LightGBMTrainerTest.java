package dev.manta.lightgbm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Result;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.train.Metrics;
import dev.manta.train.ReportedCheckpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class LightGBMTrainerTest {
  private static final Map<String, Object> BINARY =
      Map.of("objective", "binary", "num_leaves", 7, "metric", "binary_logloss,auc");

  private static final AtomicBoolean IN_A_FILE = new AtomicBoolean();

  @TempDir Path directory;

  private Result fit(LightGBMTrainer trainer, int workers) {
    return new Runs(directory).fit(trainer, workers, "run-" + workers);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void anyNumberOfWorkersGrowsTreesAsGoodAsOne(int workers) {
    LightGBMTrainer trainer =
        Runs.trainer(BINARY, Runs.classes(1000)).rounds(20).dataset("valid", Runs.classes(300));
    Metrics one = Runs.reports(fit(trainer, 1)).getLast();
    Metrics more = Runs.reports(fit(trainer, workers)).getLast();
    for (String name : List.of("train-auc", "valid-auc")) {
      assertThat(more.number(name)).as(name).isCloseTo(one.number(name), within(0.005));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void theyGrowTheSameTreesWhereNoLimitCountsRows(int workers) {
    Map<String, Object> parameters =
        Map.of("objective", "binary", "num_leaves", 7, "min_data_in_leaf", 1);
    LightGBMTrainer trainer =
        Runs.trainer(parameters, Runs.classes(1000)).categorical().ignoring("kind", "w", "q");
    Metrics one = Runs.reports(fit(trainer.rounds(20), 1)).getLast();
    Metrics more = Runs.reports(fit(trainer.rounds(20), workers)).getLast();
    assertThat(more.number("train-binary_logloss"))
        .isCloseTo(one.number("train-binary_logloss"), within(1e-9));
  }

  @Test
  void theFirstTreesOfTwoWorkersAreThoseOfOneAsTheirBinsAre() {
    LightGBMTrainer trainer = Runs.trainer(BINARY, Runs.classes(1000)).rounds(1);
    assertThat(thresholds(fit(trainer, 2))).isEqualTo(thresholds(fit(trainer, 1)));
  }

  private static List<String> thresholds(Result result) {
    return Runs.model(result).text().lines().filter(line -> line.startsWith("threshold=")).toList();
  }

  @Test
  void eachRoundIsReportedOnceWithTheMetricsOfAllDatasets() {
    List<Metrics> reports =
        Runs.reports(
            fit(
                Runs.trainer(BINARY, Runs.classes(300))
                    .rounds(3)
                    .dataset("valid", Runs.classes(100)),
                2));
    assertThat(reports.stream().map(each -> each.number("round"))).containsExactly(1.0, 2.0, 3.0);
    assertThat(reports.getFirst().keys())
        .containsExactly(
            "round", "train-binary_logloss", "train-auc", "valid-binary_logloss", "valid-auc");
  }

  @Test
  void trainIsNotScoredWhereParametersSaySo() {
    Map<String, Object> parameters =
        Map.of("objective", "binary", "is_provide_training_metric", false);
    LightGBMTrainer trainer =
        Runs.trainer(parameters, Runs.classes(300)).rounds(1).dataset("valid", Runs.classes(100));
    assertThat(Runs.reports(fit(trainer, 1)).getFirst().keys())
        .containsExactly("round", "valid-binary_logloss");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "binary_logloss", " binary_logloss , none"})
  void anEmptyMetricIsThatOfTheObjectiveAndSpacesInAListSayNothing(String metric) {
    Map<String, Object> parameters = Map.of("objective", "binary", "metric", metric);
    LightGBMTrainer trainer = Runs.trainer(parameters, Runs.classes(60)).rounds(1);
    assertThat(Runs.reports(fit(trainer, 1)).getFirst().keys())
        .containsExactly("round", "train-binary_logloss");
  }

  @Test
  void checkpointsAreRankedByAMetricOfTheFirstFewClassesToo() {
    Map<String, Object> parameters =
        Map.of(
            "objective",
            "multiclass",
            "num_class",
            3,
            "metric",
            "multi_error",
            "multi_error_top_k",
            2);
    Dataset rows = Runs.rows(100, score -> score > 0.7 ? 2 : score > 0 ? 1 : 0);
    assertThat(fit(Runs.trainer(parameters, rows).rounds(1), 1).bestCheckpoint()).isPresent();
  }

  @Test
  void labelsSoLargeThatGainsAreInfiniteAreLearned() {
    Dataset rows = Runs.rows(200, score -> score > 0 ? 1e30 : -1e30);
    Result result = fit(Runs.trainer(Map.of("objective", "regression"), rows).rounds(3), 2);
    assertThat(Runs.model(result).text()).contains("split_gain=inf");
    assertThat(Runs.model(result).rounds()).isEqualTo(3);
  }

  @Test
  void aCheckpointIsReportedAfterEachSoManyRoundsAndAtTheEnd() {
    Result result = fit(Runs.trainer(BINARY, Runs.classes(300)).rounds(5).checkpointEvery(2), 2);
    assertThat(
            result.checkpoints().stream()
                .map(each -> LightGBMModel.load(each.checkpoint()).rounds()))
        .containsExactly(2, 4, 5);
  }

  @Test
  void earlyStoppingEndsAllRanksAndLeavesTheBestRound() {
    Dataset noise = Runs.rows(200, score -> Math.abs((int) (score * 1e6)) % 2);
    Map<String, Object> parameters =
        Map.of(
            "objective", "binary", "num_leaves", 31, "min_data_in_leaf", 2, "learning_rate", 0.5);
    Result result =
        fit(
            Runs.trainer(parameters, noise)
                .rounds(200)
                .earlyStopping(5)
                .dataset("valid", Runs.rows(150, score -> Math.abs((int) (score * 1e5)) % 2)),
            2);
    List<Metrics> reports = Runs.reports(result);
    double best = reports.getLast().number("round");
    assertThat(reports.get(reports.size() - 2).number("round")).isEqualTo(best + 5);
    assertThat(Runs.model(result).rounds()).isEqualTo((int) best);
    assertThat(reports.stream().mapToDouble(each -> each.number("valid-binary_logloss")).min())
        .hasValue(reports.getLast().number("valid-binary_logloss"));
  }

  @Test
  void earlyStoppingMayWatchOneMetricOnly() {
    LightGBMTrainer trainer =
        Runs.trainer(BINARY, Runs.classes(300)).rounds(50).dataset("valid", Runs.classes(100));
    Result result = fit(trainer.earlyStopping(3, "valid-auc"), 2);
    double best = Runs.reports(result).getLast().number("valid-auc");
    assertThat(Runs.reports(result).stream().mapToDouble(each -> each.number("valid-auc")).max())
        .hasValue(best);
    assertThatThrownBy(
            () -> new Runs(directory).fit(trainer.earlyStopping(3, "valid-acu"), 1, "wrong"))
        .hasStackTraceContaining(
            "early stopping watches \"valid-acu\", but each round reports train-binary_logloss");
  }

  @Test
  void theBestCheckpointIsThatOfTheDatasetThatIsScored() {
    Result result =
        fit(
            Runs.trainer(BINARY, Runs.classes(300))
                .rounds(4)
                .checkpointEvery(1)
                .dataset("valid", Runs.classes(100)),
            1);
    double best =
        Runs.reports(result).stream()
            .mapToDouble(each -> each.number("valid-binary_logloss"))
            .min()
            .orElseThrow();
    ReportedCheckpoint found = result.bestCheckpoint().orElseThrow();
    assertThat(found.metrics().number("valid-binary_logloss")).isEqualTo(best);
    LightGBMModel model = LightGBMModel.load(result.bestCheckpoint().orElseThrow());
    assertThat(model.rounds()).isEqualTo((int) found.metrics().number("round"));
  }

  @Test
  void rowsOfAGroupAreRankedWhereverTheyAre() {
    Dataset rows = Runs.rows(400, score -> Math.clamp((int) (score + 1), 0, 3));
    Map<String, Object> parameters =
        Map.of("objective", "lambdarank", "eval_at", List.of(3), "min_data_in_leaf", 5);
    LightGBMTrainer trainer =
        LightGBMTrainer.of(parameters)
            .label("y")
            .query("q")
            .ignoring("w")
            .categorical("kind")
            .rounds(10)
            .dataset("train", rows);
    List<Metrics> two = Runs.reports(fit(trainer, 2));
    List<Metrics> one = Runs.reports(fit(trainer, 1));
    assertThat(two.getLast().number("train-ndcg@3"))
        .isGreaterThan(two.getFirst().number("train-ndcg@3"))
        .isCloseTo(one.getLast().number("train-ndcg@3"), within(0.01));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void rowsOfWhichNothingCanBeLearnedGiveAModelOfOneAnswer(int workers) {
    Dataset rows =
        Dataset.of(IntStream.range(0, 60).mapToObj(i -> Row.of("x", 1.0, "y", i % 3)).toList());
    LightGBMTrainer trainer =
        LightGBMTrainer.of(Map.of("objective", "regression")).label("y").dataset("train", rows);
    LightGBMModel model = Runs.model(fit(trainer.rounds(5), workers));
    try (LightGBMPredictor predictor = model.predictor()) {
      assertThat(predictor.predict(new float[1][1])[0][0]).isCloseTo(1, within(1e-6));
    }
  }

  /// Validation rows are read when those to learn from are where they stay.
  private static Row look(Row row) {
    try {
      String mapped = Files.readString(Path.of("/proc/self/maps"));
      IN_A_FILE.compareAndSet(false, mapped.contains("/manta-rows-"));
      return row;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void rowsThatExceedTheMemoryLieInAFile() {
    LightGBMTrainer trainer =
        Runs.trainer(BINARY, Runs.classes(1000))
            .rounds(3)
            .dataset("valid", Runs.classes(5).map(LightGBMTrainerTest::look));
    String usual = Runs.trees(Runs.model(new Runs(directory).fit(trainer, 1, "usual")));
    assertThat(IN_A_FILE).isFalse();
    assertThat(Runs.trees(Runs.model(fit(trainer.memory(1000), 1)))).isEqualTo(usual);
    assertThat(IN_A_FILE).isTrue();
  }
}
