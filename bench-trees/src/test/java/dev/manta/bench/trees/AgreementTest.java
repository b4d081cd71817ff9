package dev.manta.bench.trees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.bench.Met;
import dev.manta.bench.Noise;
import dev.manta.bench.Samples;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgreementTest {
  private static final Agreement AGREEMENT = new Agreement("log loss", 0.005);
  private static final Noise BUSY = new Noise(new double[] {1, 9}, 0.1);

  @Test
  void modelsThatPredictAboutAsWellAgree() {
    assertThat(met(0.4375, 0.4365)).isEqualTo(Met.YES);
  }

  @Test
  void aWorseModelIsAMissAlsoOnABusyMachine() {
    assertThat(met(0.45, 0.4365)).isEqualTo(Met.NO);
  }

  @Test
  void aModelThatLearnedMoreThanThePeersIsAMissToo() {
    assertThat(met(0.42, 0.4365)).isEqualTo(Met.NO);
  }

  @Test
  void aModelThatPredictsNothingAgreesWithNone() {
    assertThat(met(Double.NaN, 0.4365)).isEqualTo(Met.NO);
  }

  @Test
  void withoutThePeerNothingIsJudged() {
    var samples = new Samples("peer", List.of(Map.of("loss", 0.4)), List.of(), BUSY);
    assertThat(AGREEMENT.answer(samples).met()).isEqualTo(Met.PEER_MISSING);
  }

  private static Met met(double manta, double peer) {
    return AGREEMENT
        .answer(
            new Samples(
                "peer", List.of(Map.of("loss", manta)), List.of(Map.of("loss", peer)), BUSY))
        .met();
  }
}
