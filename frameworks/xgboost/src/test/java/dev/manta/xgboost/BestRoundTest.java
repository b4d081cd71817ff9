package dev.manta.xgboost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BestRoundTest {
  @Test
  void aScoreIsBetterThanNaNAndNaNThanNone() {
    BestRound first = BestRound.none().next(0, Double.NaN, "valid-auc");
    assertThat(first.round()).isZero();
    BestRound second = first.next(1, 0.4, "valid-auc");
    assertThat(second.round()).isEqualTo(1);
    assertThat(second.next(2, Double.NaN, "valid-auc").round()).isEqualTo(1);
    assertThat(first.next(1, 0.4, "valid-logloss").round()).isEqualTo(1);
  }
}
