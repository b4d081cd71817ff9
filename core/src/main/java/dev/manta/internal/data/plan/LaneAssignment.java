package dev.manta.internal.data.plan;

import dev.manta.internal.data.unit.Unit;
import dev.manta.internal.data.unit.UnitCutter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Deals the units of an epoch into lanes, the same however many ranks there are.
public final class LaneAssignment {
  /// Another number for each way in which units of unknown rows were ever dealt: positions of one
  /// are of no use in another.
  static final long MANNER = 2;

  /// With so many units for each lane they are dealt by turns.
  private static final int TURNS = 32;

  private LaneAssignment() {}

  public static List<Lane> of(EpochUnits epochUnits, int count) {
    if (epochUnits.even().isPresent()) {
      return even(epochUnits.units(), epochUnits.even().get(), count);
    }
    List<List<Unit>> dealt = dealt(epochUnits, count);
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

  private static List<List<Unit>> dealt(EpochUnits epochUnits, int count) {
    if (isKnown(epochUnits)) {
      return even(epochUnits.units(), count);
    }
    return epochUnits.units().size() < (long) TURNS * count
        ? byBytes(epochUnits.units(), count)
        : byTurns(epochUnits, count);
  }

  static boolean isKnown(EpochUnits epochUnits) {
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

  /// As many bytes for each: of units on the border each reads all and takes some. Dealt by turns,
  /// so few units would leave lanes with much less than others, or with nothing.
  private static List<List<Unit>> byBytes(List<Unit> units, int count) {
    double total = units.stream().mapToLong(LaneAssignment::weight).sum();
    List<List<Unit>> lanes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lanes.add(between(units, total * i / count, total * (i + 1) / count));
    }
    return lanes;
  }

  private static List<Unit> between(List<Unit> units, double from, double to) {
    List<Unit> some = new ArrayList<>();
    double at = 0;
    for (Unit unit : units) {
      long weight = weight(unit);
      double begin = Math.clamp((from - at) / weight, 0, 1);
      double end = Math.clamp((to - at) / weight, 0, 1);
      if (end > begin) {
        some.add(begin == 0 && end == 1 ? unit : new Unit.Share(unit, begin, end));
      }
      at += weight;
    }
    return some;
  }

  private static long weight(Unit unit) {
    return Math.max(1, unit.bytes());
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
