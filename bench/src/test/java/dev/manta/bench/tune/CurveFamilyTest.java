package dev.manta.bench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.tune.Point;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CurveFamilyTest {
  private static final CurveFamily FAMILY = new CurveFamily(new double[] {0, 0, 0, 0});

  @Test
  void theBestPlaceHasTheLowestFloorAndTheFarthestCornerTheHighest() {
    assertThat(FAMILY.curve(point(0), 1).floor()).isCloseTo(0.1, within(1e-9));
    assertThat(FAMILY.curve(point(0.5), 1).floor()).isCloseTo(0.5, within(1e-9));
    assertThat(FAMILY.curve(point(1), 1).floor()).isCloseTo(0.9, within(1e-9));
  }

  @Test
  void theSlowestTrialsTakeFourTimesAsLongAsTheFastest() {
    var times =
        LongStream.range(0, 10_000)
            .mapToDouble(seed -> FAMILY.curve(point(0), seed).stepTime())
            .summaryStatistics();
    assertThat(times.getMin()).isCloseTo(0.5, within(0.01));
    assertThat(times.getMax()).isCloseTo(2, within(0.01));
  }

  @Test
  void aTrialReportsTheSameLossesAgainAndAnotherOneDoesNot() {
    LearningCurve curve = FAMILY.curve(point(0.5), 7);
    assertThat(curve.loss(3)).isEqualTo(FAMILY.curve(point(0.5), 7).loss(3));
    assertThat(curve.loss(3)).isNotEqualTo(FAMILY.curve(point(0.5), 8).loss(3));
  }

  private static Point point(double each) {
    return Point.of("x0", each).with("x1", each).with("x2", each).with("x3", each);
  }
}
