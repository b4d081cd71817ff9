package dev.manta.internal.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Deals the units of an epoch into lanes, the same however many ranks there are.
final class Lanes {
  private Lanes() {}

  static List<Lane> of(Flow flow, int count) {
    if (flow.even().isPresent()) {
      return even(flow.units(), flow.even().get(), count);
    }
    List<List<Unit>> dealt = isKnown(flow) ? even(flow.units(), count) : byTurns(flow, count);
    List<Lane> lanes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lanes.add(Lane.of(windows(dealt.get(i), flow.window(), i)));
    }
    return lanes;
  }

  private static List<Lane> even(List<Unit> units, Even even, int count) {
    List<Lane> lanes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lanes.add(Span.of(even, even.rows() * i / count, even.rows() * (i + 1) / count).lane(units));
    }
    return lanes;
  }

  private static List<Unit> windows(List<Unit> units, Optional<Flow.Window> window, int lane) {
    return window.map(found -> Flow.windows(units, found, lane)).orElse(units);
  }

  private static boolean isKnown(Flow flow) {
    return flow.units().stream().allMatch(unit -> unit.rows().isPresent());
  }

  /// As many rows for each, give or take one: a unit on the border is read by two.
  private static List<List<Unit>> even(List<Unit> units, int count) {
    long total = Counts.total(units);
    var cutter = new Counts.Cutter(units);
    List<List<Unit>> lanes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lanes.add(cutter.next(total * (i + 1) / count - total * i / count));
    }
    return lanes;
  }

  private static List<List<Unit>> byTurns(Flow flow, int count) {
    List<List<Unit>> lanes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lanes.add(new ArrayList<>());
    }
    for (int i = 0; i < flow.units().size(); i++) {
      lanes.get(i % count).add(flow.units().get(i));
    }
    return lanes;
  }
}
