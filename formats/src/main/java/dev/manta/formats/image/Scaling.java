package dev.manta.formats.image;

/// Resizes a plane: first from top to bottom, then from left to right, with more bits in between.
///
/// Whole lines are added up, which the JIT makes vector instructions of; in between the plane is
/// turned, so that columns are lines.
final class Scaling {
  private static final int BETWEEN = 6;
  private static final int LAST = 2 * Taps.BITS - BETWEEN;

  private Scaling() {}

  /// The columns of the resized plane; values are between 0 and 255.
  static int[][] of(Plane plane, Taps down, Taps across) {
    int height = down.first().length;
    int[][] columns = new int[plane.width()][height];
    int[] line = new int[plane.width()];
    for (int y = 0; y < height; y++) {
      sum(plane.rows(), down, y, line);
      for (int x = 0; x < line.length; x++) {
        columns[x][y] = (line[x] + (1 << (BETWEEN - 1))) >> BETWEEN;
      }
    }
    int[][] to = new int[across.first().length][height];
    for (int x = 0; x < to.length; x++) {
      sum(columns, across, x, to[x]);
      clip(to[x]);
    }
    return to;
  }

  private static void sum(int[][] lines, Taps taps, int target, int[] to) {
    java.util.Arrays.fill(to, 0);
    for (int k = 0; k < taps.count(); k++) {
      int weight = taps.weights()[target * taps.count() + k];
      if (weight != 0) {
        add(lines[taps.first()[target] + k], weight, to);
      }
    }
  }

  private static void add(int[] line, int weight, int[] to) {
    for (int i = 0; i < to.length; i++) {
      to[i] += line[i] * weight;
    }
  }

  private static void clip(int[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.max(0, Math.min(255, (values[i] + (1 << (LAST - 1))) >> LAST));
    }
  }
}
