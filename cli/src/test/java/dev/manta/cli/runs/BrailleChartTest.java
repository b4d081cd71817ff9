package dev.manta.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cli.runs.BrailleChart.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BrailleChartTest {
  @Test
  void aStraightLineGoesFromCornerToCorner() {
    List<Point> points = LongStream.range(0, 16).mapToObj(i -> new Point(i, i)).toList();
    assertThat(BrailleChart.lines(points, 8, 2))
        .containsExactly("15.00 ┤    ⣀⠤⠒⠉", "    0 ┤⣀⠤⠒⠉", "       step 0 15");
  }

  @Test
  void aPeakBetweenManyPointsIsSeen() {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      points.add(new Point(i, i == 5_001 ? 9 : 1));
    }
    List<String> lines = BrailleChart.lines(points, 10, 3);
    assertThat(lines.getFirst()).startsWith("9.000 ┤").hasSizeGreaterThan("9.000 ┤".length() + 4);
    assertThat(lines.get(2)).startsWith("1.000 ┤").hasSize("1.000 ┤".length() + 10);
  }

  @Test
  void aCurveThatStaysTheSameIsInTheMiddle() {
    List<Point> points = LongStream.range(0, 8).mapToObj(i -> new Point(i, 3)).toList();
    assertThat(BrailleChart.lines(points, 4, 3).get(1)).isEqualTo("      ┤⠤⠤⠤⠤");
  }

  @Test
  void onePointIsADot() {
    assertThat(BrailleChart.lines(List.of(new Point(7, 2)), 4, 1).getFirst()).endsWith("┤⠄");
  }

  @Test
  void whatIsNoNumberIsLeftOut() {
    assertThat(BrailleChart.lines(List.of(new Point(1, Double.NaN)), 4, 1))
        .containsExactly("no finite values");
  }
}
