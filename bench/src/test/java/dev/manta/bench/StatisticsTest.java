package dev.manta.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class StatisticsTest {
  @Test
  void theMedianOfAnOddNumberOfRunsIsTheMiddleOne() {
    assertThat(Statistics.median(new double[] {9, 1, 4})).isEqualTo(4);
  }

  @Test
  void theMedianOfAnEvenNumberOfRunsLiesBetweenTheMiddleTwo() {
    assertThat(Statistics.median(new double[] {4, 1, 9, 2})).isEqualTo(3);
  }

  @Test
  void quartilesLieBetweenNeighboursInProportion() {
    double[] runs = {1, 2, 3, 4};
    assertThat(Statistics.quantile(runs, 0.25)).isEqualTo(1.75);
    assertThat(Statistics.quantile(runs, 0.75)).isEqualTo(3.25);
  }

  @Test
  void oneRunIsItsOwnQuartile() {
    assertThat(Statistics.quantile(new double[] {7}, 0.75)).isEqualTo(7);
  }

  @Test
  void noRunsHaveNoMedian() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Statistics.median(new double[0]))
        .withMessageContaining("no runs");
  }
}
