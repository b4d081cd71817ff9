package dev.manta.internal.data.plan;

import dev.manta.internal.data.SeededRandom;
import dev.manta.internal.data.unit.Pushdown;
import dev.manta.internal.data.unit.RowTransform;
import dev.manta.internal.data.unit.Unit;
import dev.manta.internal.data.unit.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The units of one epoch in their order, and how they are yet to be shuffled within windows.
///
/// @param even how many rows the units have, where that can be said of all at once
public record EpochUnits(List<Unit> units, Optional<Window> window, Optional<EvenUnits> even) {
  /// @param after steps that follow the shuffling
  record Window(long rows, long seed, List<RowTransform> after) {
    Window then(RowTransform transform) {
      List<RowTransform> more = new ArrayList<>(after);
      more.add(transform);
      return new Window(rows, seed, more);
    }
  }

  static EpochUnits of(List<Unit> units) {
    return new EpochUnits(units, Optional.empty(), Optional.empty());
  }

  static EpochUnits even(List<Unit> units, EvenUnits even) {
    return new EpochUnits(units, Optional.empty(), Optional.of(even));
  }

  static EpochUnits windowed(List<Unit> units, Window window) {
    return new EpochUnits(units, Optional.of(window), Optional.empty());
  }

  EpochUnits then(RowTransform transform) {
    if (window.isPresent()) {
      return new EpochUnits(units, window.map(found -> found.then(transform)), Optional.empty());
    }
    List<Unit> stepped = Units.of(units.size(), i -> Pushdown.step(units.get(i), transform));
    return new EpochUnits(stepped, window, transform.keepsRows() ? even : Optional.empty());
  }

  /// Units without windows: each window has become one.
  public List<Unit> resolved() {
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
        all.add(shuffled(group, window, SeededRandom.mix(salt, all.size())));
        group = new ArrayList<>();
        rows = 0;
      }
    }
    if (!group.isEmpty()) {
      all.add(shuffled(group, window, SeededRandom.mix(salt, all.size())));
    }
    return all;
  }

  private static long estimate(Unit unit) {
    return unit.rows().orElse(Math.max(1, unit.bytes() / 64));
  }

  private static Unit shuffled(List<Unit> group, Window window, long salt) {
    Unit unit = new Unit.Shuffled(List.copyOf(group), SeededRandom.mix(window.seed(), salt));
    for (RowTransform transform : window.after()) {
      unit = new Unit.Stepped(unit, transform);
    }
    return unit;
  }
}
