package dev.manta.internal.data.unit;

import dev.manta.data.Condition;
import dev.manta.data.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Tells sources what is needed of them.
public final class Pushdown {
  private Pushdown() {}

  /// A unit with a step behind it, which its source may know of.
  public static Unit step(Unit unit, RowTransform transform) {
    Unit told =
        switch (transform) {
          case RowTransform.Select(List<String> columns) -> columns(unit, columns);
          case RowTransform.Where(Condition condition) -> condition(unit, condition);
          default -> unit;
        };
    return new Unit.Stepped(told, transform);
  }

  private static Unit columns(Unit unit, List<String> columns) {
    if (unit instanceof Unit.OfSource source && source.wanted().columns().isEmpty()) {
      var wanted = new Wanted(Optional.of(columns), source.wanted().conditions());
      return new Unit.OfSource(source.reader(), source.split(), wanted);
    }
    if (unit instanceof Unit.Conformed(Unit input, SharedSchema others)) {
      return new Unit.Conformed(columns(input, columns), others.only(columns));
    }
    if (unit instanceof Unit.Stepped(Unit input, RowTransform.Where(Condition condition))) {
      List<String> more = new ArrayList<>(columns);
      condition.columns().stream().filter(name -> !more.contains(name)).forEach(more::add);
      return new Unit.Stepped(columns(input, more), new RowTransform.Where(condition));
    }
    return unit;
  }

  private static Unit condition(Unit unit, Condition condition) {
    if (unit instanceof Unit.OfSource source) {
      List<Condition> all = new ArrayList<>(source.wanted().conditions());
      all.add(condition);
      var wanted = new Wanted(source.wanted().columns(), all);
      return new Unit.OfSource(source.reader(), source.split(), wanted);
    }
    if (unit instanceof Unit.Stepped(Unit input, RowTransform.Select select)) {
      return new Unit.Stepped(condition(input, condition), select);
    }
    if (unit instanceof Unit.Stepped(Unit input, RowTransform.Where where)) {
      return new Unit.Stepped(condition(input, condition), where);
    }
    return unit;
  }
}
