package dev.manta.xgboost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.testkit.framework.ContractRows;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class XGBoostTrainerTest {
  record Params(double eta, int maxDepth, String objective) {}

  private static final Params PARAMS = new Params(0.3, 3, "binary:logistic");

  @TempDir Path directory;
  private Runs runs;

  @BeforeEach
  void open() {
    runs = new Runs(directory);
  }

  private static XGBoostTrainer trainer() {
    return XGBoostTrainer.of(PARAMS)
        .label("y")
        .rounds(10)
        .dataset("train", ContractRows.of(400))
        .dataset("valid", ContractRows.of(100));
  }

  @Test
  void eachRoundReportsTheMetricsOfAllSets() {
    Result result = runs.fit(trainer(), 1);
    assertThat(Runs.scores(result, "train-logloss"))
        .hasSize(10)
        .isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(Runs.scores(result, "valid-logloss")).hasSize(10);
    assertThat(Runs.model(result).rounds()).isEqualTo(10);
  }

  @Test
  void twoRanksLearnAsOneDoes() {
    Result one = runs.fit(trainer(), 1);
    Result two = runs.fit(trainer(), 2);
    assertThat(two.metrics().number("train-logloss"))
        .isCloseTo(
            one.metrics().number("train-logloss"), org.assertj.core.api.Assertions.within(0.01));
  }
}
