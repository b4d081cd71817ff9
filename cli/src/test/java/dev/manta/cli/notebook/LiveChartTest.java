package dev.manta.cli.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveChartTest {
  private static String drawn(Map<String, Curve> curves) {
    return new ChartSvg(curves).document();
  }

  private static Curve curve(double... values) {
    var curve = new Curve();
    for (int step = 0; step < values.length; step++) {
      curve.add(step + 1, values[step]);
    }
    return curve;
  }

  @Test
  void aMetricThatChangesIsALineBetweenItsBounds() {
    assertThat(drawn(Map.of("loss", curve(1, 0.5, 0))))
        .contains(">loss</text>", "points=\"52.0,24.0 191.0,87.0 330.0,150.0\"");
  }

  @Test
  void whatNeverChangesIsNotDrawn() {
    var curves = new LinkedHashMap<String, Curve>();
    curves.put("epochs", curve(5, 5, 5));
    assertThat(drawn(curves)).contains("no metric has changed yet").doesNotContain("epochs");
  }

  @Test
  void aNameIsTextWhateverItSays() {
    assertThat(drawn(Map.of("<script>&", curve(1, 2))))
        .contains("&lt;script&gt;&amp;")
        .doesNotContain("<script>");
  }

  @Test
  void manyPointsKeepTheirExtremes() {
    var curve = new Curve();
    for (int step = 0; step < 100_000; step++) {
      curve.add(step, step == 77_777 ? -9 : step == 33_333 ? 9 : Math.sin(step));
    }
    assertThat(curve.points()).hasSizeBetween(250, 1000);
    assertThat(curve.points()).extracting(Curve.Point::value).contains(-9.0, 9.0);
  }

  @Test
  void aStepThatIsMadeAgainReplacesWhatWasRolledBack() {
    Curve curve = curve(3, 2, 1);
    curve.add(2, 5);
    assertThat(curve.points()).containsExactly(new Curve.Point(1, 3), new Curve.Point(2, 5));
  }
}
