package dev.manta.internal.data;

import dev.manta.data.SourceReader;
import dev.manta.data.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Shuffles a source with random access without a pass over it: each unit fetches its own rows.
final class Gathering {
  private static final int ROWS = 1 << 14;

  /// What is below the row-keeping steps of a unit.
  private record Base(SourceReader reader, Wanted wanted, List<Step> steps) {}

  private Gathering() {}

  /// The shuffled units, or empty where the units are not all of one such source.
  static Optional<List<Unit>> of(List<Unit> units, long seed) {
    if (units.isEmpty()) {
      return Optional.of(List.of());
    }
    Optional<Base> base = base(units.getFirst());
    boolean same = units.stream().allMatch(unit -> base(unit).equals(base));
    return same ? base.map(found -> gathered(found, units, seed)) : Optional.empty();
  }

  private static Optional<Base> base(Unit unit) {
    return switch (unit) {
      case Unit.OfSource source when source.reader().hasRandomAccess() ->
          Optional.of(new Base(source.reader(), source.wanted(), List.of()));
      case Unit.Stepped(Unit input, Step step) when step.keepsRows() ->
          base(input).map(found -> new Base(found.reader(), found.wanted(), and(found, step)));
      case Unit.OfSource _,
          Unit.Stepped _,
          Unit.Slice _,
          Unit.Joined _,
          Unit.Shuffled _,
          Unit.Zipped _,
          Unit.Gathered _,
          Unit.Partition _,
          Unit.Matched _ ->
          Optional.empty();
    };
  }

  private static List<Step> and(Base base, Step step) {
    List<Step> all = new ArrayList<>(base.steps());
    all.add(step);
    return all;
  }

  private static List<Unit> gathered(Base base, List<Unit> units, long seed) {
    long rows = units.stream().mapToLong(unit -> unit.rows().orElseThrow()).sum();
    var order = new Permutation(rows, seed);
    List<Unit> all = new ArrayList<>();
    for (long from = 0; from < rows; from += ROWS) {
      int count = (int) Math.min(ROWS, rows - from);
      Unit unit = new Unit.Gathered(base.reader(), base.wanted(), order, from, count);
      for (Step step : base.steps()) {
        unit = new Unit.Stepped(unit, step);
      }
      all.add(unit);
    }
    return all;
  }
}
