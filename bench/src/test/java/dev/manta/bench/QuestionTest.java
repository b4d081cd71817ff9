package dev.manta.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuestionTest {
  private static final Noise QUIET = new Noise(new double[] {1.0, 1.1}, 1);
  private static final Noise LOUD = new Noise(new double[] {1.0, 1.4}, 1);

  @Test
  void aFigureAtTheBarMeetsIt() {
    assertThat(seconds(Bar.of(0.5)).answer(ours(QUIET, 0.5)).met()).isEqualTo(Met.YES);
    assertThat(rate(Bar.of(100)).answer(ours(QUIET, 100)).met()).isEqualTo(Met.YES);
  }

  @Test
  void aFigureBeyondTheBarMissesIt() {
    assertThat(seconds(Bar.of(0.5)).answer(ours(QUIET, 0.6)).met()).isEqualTo(Met.NO);
    assertThat(rate(Bar.of(100)).answer(ours(QUIET, 99)).met()).isEqualTo(Met.NO);
  }

  @Test
  void theMedianIsJudgedNotTheWorstRun() {
    assertThat(seconds(Bar.of(0.5)).answer(ours(QUIET, 0.4, 9.0, 0.3)).met()).isEqualTo(Met.YES);
  }

  @Test
  void aMissOnAMachineWhoseSpeedVariesIsNoisy() {
    assertThat(seconds(Bar.of(0.5)).answer(ours(LOUD, 0.6)).met()).isEqualTo(Met.NOISY);
  }

  @Test
  void aBarMetDespiteNoiseIsMet() {
    assertThat(seconds(Bar.of(0.5)).answer(ours(LOUD, 0.4)).met()).isEqualTo(Met.YES);
  }

  @Test
  void aBarRelativeToAPeerIsToldInTheUnitOfTheFigure() {
    BenchResult result = seconds(Bar.timesPeer(20)).answer(both(0.3, 7.0));
    assertThat(result.bar()).isEqualTo(0.35);
    assertThat(result.met()).isEqualTo(Met.YES);
    assertThat(rate(Bar.timesPeer(20)).answer(both(30, 2)).bar()).isEqualTo(40);
  }

  @Test
  void theRatioSaysHowManyTimesBetterMantaIs() {
    assertThat(seconds(Bar.none()).answer(both(0.5, 7.0)).ratio()).hasValue(14);
    assertThat(rate(Bar.none()).answer(both(50, 2)).ratio()).hasValue(25);
  }

  @Test
  void aBarRelativeToAMissingPeerIsNotJudged() {
    BenchResult result = seconds(Bar.timesPeer(20)).answer(ours(QUIET, 0.3));
    assertThat(result.met()).isEqualTo(Met.PEER_MISSING);
    assertThat(result.peer()).isEmpty();
    assertThat(result.ratio()).isEmpty();
  }

  @Test
  void aFigureWithoutABarIsAlwaysFine() {
    assertThat(seconds(Bar.none()).answer(ours(QUIET, 99)).met()).isEqualTo(Met.YES);
  }

  @Test
  void aFigureThatThePeerDoesNotHaveNamesNoPeer() {
    var samples = new Samples("ray", List.of(Map.of("f", 1.0)), List.of(Map.of("g", 2.0)), QUIET);
    BenchResult result = seconds(Bar.none()).answer(samples);
    assertThat(result.peer()).isEmpty();
    assertThat(result.peerName()).isEmpty();
  }

  private static Question seconds(Bar bar) {
    return Question.low("f", "a time", "s", bar);
  }

  private static Question rate(Bar bar) {
    return Question.high("f", "a rate", "1/s", bar);
  }

  private static Samples ours(Noise noise, double... runs) {
    return new Samples("ray", figures(runs), List.of(), noise);
  }

  private static Samples both(double manta, double peer) {
    return new Samples("ray", figures(manta), figures(peer), QUIET);
  }

  private static List<Map<String, Double>> figures(double... runs) {
    return java.util.Arrays.stream(runs).mapToObj(run -> Map.of("f", run)).toList();
  }
}
