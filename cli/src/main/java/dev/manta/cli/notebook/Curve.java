package dev.manta.cli.notebook;

import java.util.ArrayList;
import java.util.List;

/// A metric over steps, in a bounded number of points: where there are too many, neighbours become
/// the lowest and the highest of them.
final class Curve {
  private static final int POINTS_MAX = 1000;

  /// A value that was reported.
  record Point(long step, double value) {}

  private final List<Point> points = new ArrayList<>();

  /// A step that is made again takes the place of what came after the one before it.
  void add(long step, double value) {
    while (!points.isEmpty() && points.getLast().step() >= step) {
      points.removeLast();
    }
    if (Double.isFinite(value)) {
      points.add(new Point(step, value));
    }
    if (points.size() > POINTS_MAX) {
      thin();
    }
  }

  /// Of each four the lowest and the highest, in their order.
  private void thin() {
    List<Point> all = List.copyOf(points);
    points.clear();
    for (int i = 0; i < all.size(); i += 4) {
      List<Point> four = all.subList(i, Math.min(i + 4, all.size()));
      Point lowest = four.getFirst();
      Point highest = four.getFirst();
      for (Point each : four) {
        lowest = each.value() < lowest.value() ? each : lowest;
        highest = each.value() >= highest.value() ? each : highest;
      }
      points.add(lowest.step() <= highest.step() ? lowest : highest);
      if (lowest.step() != highest.step()) {
        points.add(lowest.step() <= highest.step() ? highest : lowest);
      }
    }
  }

  List<Point> points() {
    return List.copyOf(points);
  }

  /// A value that never changes makes no curve.
  boolean changes() {
    return points.stream().mapToDouble(Point::value).distinct().limit(2).count() > 1;
  }
}
