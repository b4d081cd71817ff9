package dev.manta.bench.torch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.bench.BenchResult;
import dev.manta.bench.Met;
import dev.manta.bench.command.Benchmarks;
import org.junit.jupiter.api.Test;

class PairsTest {
  private static final Pairs PAIRS =
      new Pairs(new double[] {10, 12, 9, 11}, new double[] {10, 10, 10, 10});

  @Test
  void theMedianIsThatOfTheRatiosOfPairs() {
    Pairs drifting = new Pairs(new double[] {10, 20, 40}, new double[] {9, 18, 36});
    BenchResult result = drifting.median("cnn", "torchrun", 1, false);
    assertThat(result.ratio().orElseThrow()).isEqualTo(10.0 / 9);
    assertThat(result.met()).isEqualTo(Met.YES);
  }

  @Test
  void theLowerQuartileIsJudgedByItself() {
    BenchResult result = PAIRS.lowerQuartile("cnn", "torchrun", 0.98, false);
    assertThat(result.ratio().orElseThrow()).isEqualTo(0.975);
    assertThat(result.met()).isEqualTo(Met.NO);
    assertThat(PAIRS.lowerQuartile("cnn", "torchrun", 0.98, true).met()).isEqualTo(Met.NOISY);
  }

  @Test
  void withoutThePeerNothingIsJudged() {
    BenchResult result = new Pairs(new double[] {1}, new double[0]).median("cnn", "ray", 1, false);
    assertThat(result.met()).isEqualTo(Met.PEER_MISSING);
    assertThat(result.ratio()).isEmpty();
  }

  @Test
  void theBenchmarksArePluggedIn() {
    assertThat(Benchmarks.named("ddp")).isPresent();
    assertThat(Benchmarks.named("start-torch")).isPresent();
  }
}
