package dev.manta.internal.data.plan;

import dev.manta.data.BadRecords;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.internal.data.Permutation;
import dev.manta.internal.data.unit.Pushdown;
import dev.manta.internal.data.unit.RowTransform;
import dev.manta.internal.data.unit.Unit;
import dev.manta.internal.data.unit.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Shuffles a source with random access without a pass over it: each unit fetches its own rows.
///
/// @param open the reader of a source
/// @param bad the policy for bad records
record RandomAccessShuffle(Function<Plan.Read, SourceReader> open, BadRecords bad) {
  /// Few, so that a pass that continues in the middle has its first rows soon.
  private static final int ROWS = 1 << 10;

  /// A source whose rows can be fetched, and the row-keeping steps behind it.
  private record Base(SourceReader reader, long rows, List<RowTransform> steps) {}

  /// The shuffled units, or empty where the plan is not of one such source.
  Optional<EpochUnits> of(Plan plan, long seed) {
    return base(plan).map(found -> gathered(found, seed));
  }

  private Optional<Base> base(Plan plan) {
    if (plan instanceof Plan.Read read) {
      SourceReader reader = open.apply(read);
      return reader.fetchable().isPresent()
          ? Optional.of(new Base(reader, reader.fetchable().getAsLong(), List.of()))
          : Optional.empty();
    }
    return plan instanceof Plan.Each(Plan input, RowTransform transform)
            && transform.under(bad).keepsRows()
        ? base(input).map(found -> new Base(found.reader(), found.rows(), and(found, transform)))
        : Optional.empty();
  }

  private static List<RowTransform> and(Base base, RowTransform transform) {
    List<RowTransform> all = new ArrayList<>(base.steps());
    all.add(transform);
    return all;
  }

  private static EpochUnits gathered(Base base, long seed) {
    var order = new Permutation(base.rows(), seed);
    var even = new EvenUnits(base.rows(), ROWS);
    Wanted wanted = wanted(base);
    List<Unit> units =
        Units.of(
            even.units(),
            i -> {
              long from = even.start(i);
              return stepped(
                  new Unit.Gathered(base.reader(), wanted, order, from, even.rows(i)), base);
            });
    return EpochUnits.even(units, even);
  }

  private static Unit stepped(Unit unit, Base base) {
    Unit last = unit;
    for (RowTransform transform : base.steps()) {
      last = new Unit.Stepped(last, transform);
    }
    return last;
  }

  /// What the steps leave of a split's columns is all that is fetched.
  private static Wanted wanted(Base base) {
    Unit unit =
        new Unit.OfSource(
            base.reader(), Split.ofRows("", "", 0, base.rows(), 0), Wanted.everything());
    for (RowTransform transform : base.steps()) {
      unit = Pushdown.step(unit, transform);
    }
    while (unit instanceof Unit.Stepped(Unit input, _)) {
      unit = input;
    }
    return unit instanceof Unit.OfSource source ? source.wanted() : Wanted.everything();
  }
}
