package dev.manta.dashboard.internal.curve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CurveTest {
  private record Seen(long step, double sum, long count, double low, double high) {}

  private static List<Seen> buckets(Curve curve) {
    List<Seen> all = new ArrayList<>();
    curve.forEach(
        (step, _, sum, count, low, high) -> all.add(new Seen(step, sum, count, low, high)));
    return all;
  }

  @Test
  void aShortCurveKeepsEveryValue() {
    var curve = new Curve(8);
    for (int i = 0; i < 8; i++) {
      curve.add(i, i, i * 10);
    }
    assertThat(buckets(curve))
        .extracting(Seen::sum)
        .containsExactly(0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0);
  }

  @Test
  void aLongCurveKeepsCountsSumsAndExtremes() {
    for (int limit : new int[] {2, 3, 7, 64}) {
      for (int count = 1; count < 300; count++) {
        var random = new Random(count);
        var curve = new Curve(limit);
        double sum = 0;
        double least = Double.MAX_VALUE;
        double most = -Double.MAX_VALUE;
        for (int i = 0; i < count; i++) {
          double value = random.nextInt(1000);
          curve.add(i, i, value);
          sum += value;
          least = Math.min(least, value);
          most = Math.max(most, value);
        }
        List<Seen> seen = buckets(curve);
        String which = "limit %s, %s values".formatted(limit, count);
        assertThat(seen).as(which).hasSizeLessThanOrEqualTo(limit);
        assertThat(seen.stream().mapToLong(Seen::count).sum()).as(which).isEqualTo(count);
        assertThat(seen.stream().mapToDouble(Seen::sum).sum()).as(which).isEqualTo(sum);
        assertThat(seen.stream().mapToDouble(Seen::low).min()).as(which).hasValue(least);
        assertThat(seen.stream().mapToDouble(Seen::high).max()).as(which).hasValue(most);
        assertThat(seen).as(which).isSortedAccordingTo((a, b) -> Long.compare(a.step, b.step));
      }
    }
  }

  @Test
  void aCurveThatMustMakeDoWithLessLosesNoExtreme() {
    var curve = new Curve(1 << 12);
    for (int i = 0; i < 4000; i++) {
      curve.add(i, i, i == 1234 ? 99 : 0);
    }
    curve.limitTo(16);
    curve.add(4000, 4000, -7);

    assertThat(curve.buckets()).isLessThanOrEqualTo(16);
    assertThat(buckets(curve)).anyMatch(each -> each.high == 99).anyMatch(each -> each.low == -7);
  }

  private static CurvePoints points(Curve curve, double from, double to, int count) {
    var range = new CurveRange(CurveRange.Axis.STEP, from, to, count);
    CurveRange.Place steps = range.places(new EpochSteps());
    return CurvePoints.of(curve::forEach, range, steps, OptionalLong.empty());
  }

  @Test
  void pointsKeepTheExtremesOfWhatTheyStandFor() {
    var curve = new Curve(1 << 16);
    for (int i = 0; i < 10_000; i++) {
      curve.add(i, i, i == 5_555 ? 1e6 : Math.sin(i));
    }
    CurvePoints all = points(curve, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 100);

    assertThat(all.size()).isEqualTo(100);
    assertThat(all.isExact()).isFalse();
    double most = 0;
    for (int i = 0; i < all.size(); i++) {
      most = Math.max(most, all.highest(i));
      assertThat(all.mean(i)).isBetween(all.lowest(i), all.highest(i));
    }
    assertThat(most).isEqualTo(1e6);
  }

  @Test
  void aPartOfACurveHasTheNeighboursOnEitherSide() {
    var curve = new Curve(64);
    for (int i = 0; i < 50; i++) {
      curve.add(10L * i, i, i);
    }
    CurvePoints part = points(curve, 95, 125, 100);

    assertThat(part.toString()).startsWith("[90, 100, 110, 120, 130]");
    assertThat(part.isExact()).isTrue();
    assertThat(points(curve, 1001, 1002, 10).toString()).startsWith("[490]");
    assertThat(points(curve, -5, -1, 10).toString()).startsWith("[0]");
    assertThat(points(curve, 101, 102, 10).toString()).startsWith("[100, 110]");
  }

  @Test
  void anEmptyCurveHasNoPoints() {
    assertThat(points(new Curve(4), 0, 10, 5).size()).isZero();
  }
}
