package dev.manta.dashboard.internal.curve;

import dev.manta.train.ReportReduction;
import java.util.TreeMap;

/// A metric reduced over ranks: of the last steps all that ranks have said is kept, as others may
/// not have reported them yet; older ones are settled. Used under a lock.
final class ReducedCurve {
  /// Ranks are not so many steps apart.
  private static final int OPEN_STEPS = 256;

  private final ReportReduction reduction;
  private final Curve settled;
  private final TreeMap<Long, Partial> open = new TreeMap<>();
  private long settledTo = Long.MIN_VALUE;

  ReducedCurve(ReportReduction reduction, int limit) {
    this.reduction = reduction;
    this.settled = new Curve(limit);
  }

  /// What some ranks have said of a step.
  private static final class Partial {
    private final long at;
    private double sum;
    private int count;
    private double lowest = Double.POSITIVE_INFINITY;
    private double highest = Double.NEGATIVE_INFINITY;

    Partial(long at) {
      this.at = at;
    }

    void add(double value) {
      sum += value;
      count++;
      lowest = Math.min(lowest, value);
      highest = Math.max(highest, value);
    }

    double reduced(ReportReduction reduction) {
      return switch (reduction) {
        case RANK_ZERO, MEAN -> sum / count;
        case SUM -> sum;
        case MIN -> lowest;
        case MAX -> highest;
      };
    }
  }

  /// Adds a rank's value; one that comes hundreds of steps after those of others has no say.
  void add(long step, long at, double value) {
    if (step > settledTo) {
      open.computeIfAbsent(step, _ -> new Partial(at)).add(value);
    }
    while (open.size() > OPEN_STEPS) {
      var oldest = open.pollFirstEntry();
      settledTo = oldest.getKey();
      settled.add(settledTo, oldest.getValue().at, oldest.getValue().reduced(reduction));
    }
  }

  void limitTo(int buckets) {
    settled.limitTo(buckets);
  }

  long points() {
    return settled.points() + open.size();
  }

  void forEach(BucketVisitor visitor) {
    settled.forEach(visitor);
    open.forEach(
        (step, partial) -> {
          double value = partial.reduced(reduction);
          visitor.bucket(step, partial.at, value, 1, value, value);
        });
  }
}
