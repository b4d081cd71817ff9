package dev.manta.bench.tune;

import java.util.List;

/// When workers were busy.
///
/// @param workers how many there are
/// @param busy the times in which one of them made a step
record Occupancy(int workers, List<Span> busy) {
  /// A time from a beginning to an end.
  record Span(double from, double to) {
    double until(double end) {
      return Math.max(0, Math.min(to, end) - from);
    }
  }

  Occupancy {
    busy = List.copyOf(busy);
  }

  /// When the last step ended.
  double makespan() {
    return busy.stream().mapToDouble(Span::to).max().orElse(0);
  }

  /// The part of all workers' time, from the start to a moment, in which they were busy.
  double utilisation(double until) {
    return busy.stream().mapToDouble(each -> each.until(until)).sum() / (workers * until);
  }
}
