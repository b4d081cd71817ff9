package dev.manta.internal.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a rank has used and waited for, over all attempts.
///
/// @param worker the process that had the rank last
/// @param last what it said last
/// @param total all of it together
/// @param data all that each dataset did
/// @param pointSeconds how long a point stands for; twice as long each time there are too many
/// @param points what it said, the oldest first
public record RankLoad(
    int rank,
    String worker,
    LoadPoint last,
    LoadPoint total,
    List<DataLoad> data,
    double pointSeconds,
    List<LoadPoint> points) {
  private static final double AT_FIRST = 5;

  /// Samples are not of exactly the same length.
  private static final double TOLERANCE = 1.2;

  public RankLoad {
    data = List.copyOf(data);
    points = List.copyOf(points);
  }

  static RankLoad of(int rank) {
    return new RankLoad(
        rank, "", LoadPoint.NOTHING, LoadPoint.NOTHING, List.of(), AT_FIRST, List.of());
  }

  /// The same with what a worker has said, in at most so many points.
  RankLoad with(String by, LoadSample sample, int pointsMax) {
    var added = new ArrayList<>(points);
    add(added, sample.point(), pointSeconds);
    double width = pointSeconds;
    List<LoadPoint> kept = added;
    while (kept.size() > pointsMax) {
      width *= 2;
      kept = coarser(kept, width);
    }
    LoadPoint all = total.plus(sample.point());
    return new RankLoad(rank, by, sample.point(), all, summed(sample.data()), width, kept);
  }

  private static List<LoadPoint> coarser(List<LoadPoint> points, double width) {
    List<LoadPoint> fewer = new ArrayList<>();
    points.forEach(point -> add(fewer, point, width));
    return fewer;
  }

  private static void add(List<LoadPoint> points, LoadPoint next, double width) {
    boolean fits =
        !points.isEmpty() && points.getLast().seconds() + next.seconds() <= width * TOLERANCE;
    if (fits) {
      points.add(points.removeLast().plus(next));
    } else {
      points.add(next);
    }
  }

  private List<DataLoad> summed(List<DataLoad> more) {
    Map<String, DataLoad> byName = new LinkedHashMap<>();
    data.forEach(each -> byName.put(each.dataset(), each));
    more.forEach(each -> byName.merge(each.dataset(), each, DataLoad::plus));
    return List.copyOf(byName.values());
  }
}
