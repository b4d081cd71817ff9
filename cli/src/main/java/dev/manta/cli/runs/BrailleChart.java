package dev.manta.cli.runs;

import dev.manta.internal.console.ReadableNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A curve as text: each character is a Braille pattern of two by four dots. Each column of dots
/// spans the least and the greatest value that falls into it, so that no peak is lost.
final class BrailleChart {
  private static final int DOTS_ACROSS = 2;
  private static final int DOTS_DOWN = 4;
  private static final int BRAILLE = 0x2800;

  /// The bits of a pattern, by column and row of its dots.
  private static final int[][] DOTS = {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};

  private final int width;
  private final int height;
  private final int[][] cells;

  private BrailleChart(int columns, int rows) {
    this.width = columns * DOTS_ACROSS;
    this.height = rows * DOTS_DOWN;
    this.cells = new int[rows][columns];
  }

  /// A value at a step.
  record Point(long step, double value) {}

  /// The chart with its greatest and least value at the left, and the first and last step below.
  /// Values that are not numbers are left out.
  static List<String> lines(List<Point> all, int columns, int rows) {
    List<Point> points = all.stream().filter(point -> Double.isFinite(point.value())).toList();
    if (points.isEmpty()) {
      return List.of("no finite values");
    }
    double least = points.stream().mapToDouble(Point::value).min().orElseThrow();
    double greatest = points.stream().mapToDouble(Point::value).max().orElseThrow();
    var chart = new BrailleChart(columns, rows);
    chart.draw(points, least, greatest);
    return chart.framed(points, ReadableNumbers.value(greatest), ReadableNumbers.value(least));
  }

  private void draw(List<Point> points, double least, double greatest) {
    int[] from = new int[width];
    int[] to = new int[width];
    Arrays.fill(from, Integer.MAX_VALUE);
    Arrays.fill(to, -1);
    long first = points.getFirst().step();
    double steps = (double) Math.max(1, points.getLast().step() - first);
    for (Point point : points) {
      int x = (int) Math.round((double) (point.step() - first) / steps * (width - 1));
      int y = down(point.value(), least, greatest);
      from[x] = Math.min(from[x], y);
      to[x] = Math.max(to[x], y);
    }
    join(from, to);
    for (int x = 0; x < width; x++) {
      for (int y = from[x]; y <= to[x]; y++) {
        cells[y / DOTS_DOWN][x / DOTS_ACROSS] |= DOTS[x % DOTS_ACROSS][y % DOTS_DOWN];
      }
    }
  }

  private int down(double value, double least, double greatest) {
    double share = greatest == least ? 0.5 : (greatest - value) / (greatest - least);
    return (int) Math.round(share * (height - 1));
  }

  /// Neighbours that are far apart are joined by a line down the later one; columns without a value
  /// stay empty where there are fewer values than columns.
  private static void join(int[] from, int[] to) {
    int before = -1;
    for (int x = 0; x < to.length; x++) {
      if (to[x] >= 0) {
        if (before >= 0 && before == x - 1) {
          from[x] = Math.min(from[x], to[before] + 1);
          to[x] = Math.max(to[x], from[before] - 1);
        }
        before = x;
      }
    }
  }

  private List<String> framed(List<Point> points, String greatest, String least) {
    int margin = Math.max(greatest.length(), least.length());
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < cells.length; row++) {
      String label = row == 0 ? greatest : row == cells.length - 1 ? least : "";
      lines.add(" ".repeat(margin - label.length()) + label + " ┤" + text(cells[row]));
    }
    String first = "step " + points.getFirst().step();
    String last = String.valueOf(points.getLast().step());
    int gap = Math.max(1, cells[0].length - first.length() - last.length());
    lines.add(" ".repeat(margin + 2) + first + " ".repeat(gap) + last);
    return lines;
  }

  private static String text(int[] row) {
    StringBuilder text = new StringBuilder();
    for (int cell : row) {
      text.append((char) (BRAILLE + cell));
    }
    return text.toString().replace((char) BRAILLE, ' ').stripTrailing();
  }
}
