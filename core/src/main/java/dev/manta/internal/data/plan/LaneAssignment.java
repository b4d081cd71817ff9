package dev.manta.internal.data.plan;

import dev.manta.internal.data.unit.Unit;
import dev.manta.internal.data.unit.UnitCutter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Deals the units of an epoch into lanes, the same however many ranks there are.
public final class LaneAssignment {
  private LaneAssignment() {}

  public static List<Lane> of(EpochUnits epochUnits, int count) {
    if (epochUnits.even().isPresent()) {
      return even(epochUnits.units(), epochUnits.even().get(), count);
    }
    List<List<Unit>> dealt =
        isKnown(epochUnits) ? even(epochUnits.units(), count) : byTurns(epochUnits, count);
    List<Lane> lanes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lanes.add(Lane.of(windows(dealt.get(i), epochUnits.window(), i)));
    }
    return lanes;
  }

  private static List<Lane> even(List<Unit> units, EvenUnits even, int count) {
    List<Lane> lanes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lanes.add(
          UnitRange.of(even, even.rows() * i / count, even.rows() * (i + 1) / count).lane(units));
    }
    return lanes;
  }

  private static List<Unit> windows(
      List<Unit> units, Optional<EpochUnits.Window> window, int lane) {
    return window.map(found -> EpochUnits.windows(units, found, lane)).orElse(units);
  }

  private static boolean isKnown(EpochUnits epochUnits) {
    return epochUnits.units().stream().allMatch(unit -> unit.rows().isPresent());
  }

  /// As many rows for each, give or take one: a unit on the border is read by two.
  private static List<List<Unit>> even(List<Unit> units, int count) {
    long total = UnitCutter.total(units);
    var cutter = new UnitCutter.Cutter(units);
    List<List<Unit>> lanes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lanes.add(cutter.next(total * (i + 1) / count - total * i / count));
    }
    return lanes;
  }

  private static List<List<Unit>> byTurns(EpochUnits epochUnits, int count) {
    List<List<Unit>> lanes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lanes.add(new ArrayList<>());
    }
    for (int i = 0; i < epochUnits.units().size(); i++) {
      lanes.get(i % count).add(epochUnits.units().get(i));
    }
    return lanes;
  }
}
