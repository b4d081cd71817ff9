package dev.manta.internal.data.plan;

import dev.manta.internal.data.unit.Unit;
import dev.manta.internal.data.unit.Units;
import java.util.List;
import java.util.Optional;

/// A range of rows of even units; those on its borders belong to it in part.
///
/// @param first the unit that the range begins in
/// @param units how many units it touches
record UnitRange(EvenUnits even, long from, long to, int first, int units) {
  static UnitRange of(EvenUnits even, long from, long to) {
    int first = (int) (from / even.each());
    int end = (int) Math.ceilDiv(to, (long) even.each());
    return new UnitRange(even, from, to, first, Math.max(end - first, 0));
  }

  Lane lane(List<Unit> all) {
    int count = from == to ? 0 : units;
    return new Lane(Units.of(count, i -> unit(all, first + i)), Optional.of(this::start));
  }

  private Unit unit(List<Unit> all, int index) {
    long start = even.start(index);
    int begin = (int) (Math.max(from, start) - start);
    int end = (int) (Math.min(to, start + even.rows(index)) - start);
    return end - begin == even.rows(index)
        ? all.get(index)
        : new Unit.Slice(all.get(index), begin, end - begin);
  }

  private long start(int unit) {
    return Math.clamp(even.start(first + unit), from, to) - from;
  }
}
