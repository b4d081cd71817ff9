package dev.manta.internal.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The units of one epoch in their order, and how they are yet to be shuffled within windows.
///
/// @param even how many rows the units have, where that can be said of all at once
record Flow(List<Unit> units, Optional<Window> window, Optional<Even> even) {
  /// @param after steps that follow the shuffling
  record Window(long rows, long seed, List<Step> after) {
    Window then(Step step) {
      List<Step> more = new ArrayList<>(after);
      more.add(step);
      return new Window(rows, seed, more);
    }
  }

  static Flow of(List<Unit> units) {
    return new Flow(units, Optional.empty(), Optional.empty());
  }

  static Flow even(List<Unit> units, Even even) {
    return new Flow(units, Optional.empty(), Optional.of(even));
  }

  static Flow windowed(List<Unit> units, Window window) {
    return new Flow(units, Optional.of(window), Optional.empty());
  }

  Flow then(Step step) {
    if (window.isPresent()) {
      return new Flow(units, window.map(found -> found.then(step)), Optional.empty());
    }
    List<Unit> stepped = Units.of(units.size(), i -> Pushdown.step(units.get(i), step));
    return new Flow(stepped, window, step.keepsRows() ? even : Optional.empty());
  }

  /// Units without windows: each window has become one.
  List<Unit> resolved() {
    return window.map(found -> windows(units, found, 0)).orElse(units);
  }

  /// Groups units into windows of about as many rows as wanted; `salt` tells lanes apart.
  static List<Unit> windows(List<Unit> units, Window window, long salt) {
    List<Unit> all = new ArrayList<>();
    List<Unit> group = new ArrayList<>();
    long rows = 0;
    for (Unit unit : units) {
      group.add(unit);
      rows += estimate(unit);
      if (rows >= window.rows()) {
        all.add(shuffled(group, window, Randoms.mix(salt, all.size())));
        group = new ArrayList<>();
        rows = 0;
      }
    }
    if (!group.isEmpty()) {
      all.add(shuffled(group, window, Randoms.mix(salt, all.size())));
    }
    return all;
  }

  private static long estimate(Unit unit) {
    return unit.rows().orElse(Math.max(1, unit.bytes() / 64));
  }

  private static Unit shuffled(List<Unit> group, Window window, long salt) {
    Unit unit = new Unit.Shuffled(List.copyOf(group), Randoms.mix(window.seed(), salt));
    for (Step step : window.after()) {
      unit = new Unit.Stepped(unit, step);
    }
    return unit;
  }
}
