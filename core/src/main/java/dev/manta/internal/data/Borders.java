package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Finds the values that cut a column into ranges with about as many rows each.
final class Borders {
  private static final int SAMPLES = 1 << 17;

  private Borders() {}

  static SortDealing of(List<Unit> units, String column, boolean descending, UnitReading reading) {
    Comparator<@Nullable Object> order = SortKeys.order(descending);
    int parts = Dealing.parts(units);
    List<Object> samples = parts == 1 ? List.of() : samples(units, column, reading);
    List<Object> sorted = samples.stream().sorted(order).toList();
    List<Object> borders = new ArrayList<>();
    for (int i = 1; i < parts && !sorted.isEmpty(); i++) {
      borders.add(sorted.get((int) ((long) sorted.size() * i / parts)));
    }
    return new SortDealing(column, order, borders);
  }

  private static List<Object> samples(List<Unit> units, String column, UnitReading reading) {
    int each = Math.max(1, SAMPLES / units.size());
    List<Object> samples = new ArrayList<>();
    for (Unit unit : units) {
      Unit keys = Pushdown.step(unit, new Step.Select(List.of(column)));
      try (Batch batch = keys.read(reading)) {
        Column values = batch.column(column);
        int stride = Math.max(1, batch.rows() / each);
        for (int i = 0; i < batch.rows(); i += stride) {
          samples.add(SortKeys.at(values, i));
        }
      }
    }
    return samples.stream().filter(Objects::nonNull).toList();
  }
}
