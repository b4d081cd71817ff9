package dev.manta.xgboost.internal.booster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SavingRuleTest {
  private static final Map<String, String> PARAMETERS = Map.of("max_depth", "6");

  @Test
  void aModelOfLongRoundsIsSavedEachTime() {
    SavingRule rule = SavingRule.of(14e6, PARAMETERS); // 500,000 rows of 28 features
    assertThat(rule.isDue(1, 400_000)).isTrue();
  }

  @Test
  void aModelOfShortRoundsIsSavedWhenEnoughOfThemWouldBeLost() {
    SavingRule rule = SavingRule.of(2400, PARAMETERS);
    assertThat(rule.isDue(10, 400_000)).isFalse();
    assertThat(rule.isDue(200, 400_000)).isTrue();
  }

  @Test
  void nothingIsSavedTwice() {
    assertThat(SavingRule.of(14e6, PARAMETERS).isDue(0, 1)).isFalse();
    assertThat(SavingRule.always().isDue(1, Long.MAX_VALUE)).isTrue();
  }

  @Test
  void scoresAreReadAsXGBoostWritesThem() {
    assertThat(RoundScores.parse("[3]\ttrain-logloss:0.25\tvalid-ndcg@5:nan\n"))
        .containsEntry("train-logloss", 0.25)
        .containsEntry("valid-ndcg@5", Double.NaN)
        .hasSize(2);
  }
}
