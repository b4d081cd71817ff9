package dev.manta.bench.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MannWhitneyTest {
  @Test
  void equalSamplesDifferByChance() {
    double[] sample = {1, 2, 3, 4, 5};
    assertThat(MannWhitney.pValue(sample, sample)).isEqualTo(1);
  }

  /// The figure is that of `scipy.stats.mannwhitneyu(a, b, method="asymptotic")`.
  @Test
  void theFigureIsThatOfScipy() {
    double[] some = {1, 2, 2, 3, 7, 9};
    double[] other = {2, 8, 10, 11, 12, 15, 20};
    assertThat(MannWhitney.pValue(some, other)).isCloseTo(0.025977141744859635, within(1e-6));
  }

  @Test
  void samplesThatDoNotOverlapDiffer() {
    double[] low = new double[20];
    double[] high = new double[20];
    for (int i = 0; i < 20; i++) {
      low[i] = i;
      high[i] = 100 + i;
    }
    assertThat(MannWhitney.pValue(low, high)).isLessThan(1e-6);
  }
}
