package dev.manta.it.kills;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KnownTrainingTest {
  @Test
  void moreEpochsOrRanksEndElsewhere() {
    double[] end = KnownTraining.end(3, 2);
    assertThat(KnownTraining.end(4, 2)).isNotEqualTo(end);
    assertThat(KnownTraining.end(3, 3)).isNotEqualTo(end);
  }

  @Test
  void anEpochDoneTwiceEndsElsewhere() {
    double[] state = KnownTraining.end(1, 1);
    KnownTraining.step(state, KnownTraining.gradient(state, 0, 0));
    assertThat(state).isNotEqualTo(KnownTraining.end(2, 1)).isNotEqualTo(KnownTraining.end(1, 1));
  }
}
