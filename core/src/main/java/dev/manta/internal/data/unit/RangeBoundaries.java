package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.internal.data.rows.SortKeys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Finds the values that cut columns into ranges with about as many rows each.
public final class RangeBoundaries {
  private static final int SAMPLES = 1 << 17;

  private RangeBoundaries() {}

  /// The least value of every part but the first; one may be there several times.
  public static List<@Nullable Object> of(
      List<Unit> units, List<String> columns, boolean descending, int parts, UnitReading reading) {
    if (parts == 1) {
      return List.of();
    }
    List<@Nullable Object> samples = samples(units, columns, reading);
    samples.sort(SortKeys.order(descending));
    List<@Nullable Object> borders = new ArrayList<>();
    for (int i = 1; i < parts && !samples.isEmpty(); i++) {
      borders.add(samples.get((int) ((long) samples.size() * i / parts)));
    }
    return borders;
  }

  private static List<@Nullable Object> samples(
      List<Unit> units, List<String> columns, UnitReading reading) {
    int each = Math.max(1, SAMPLES / units.size());
    List<@Nullable Object> samples = new ArrayList<>();
    for (Unit unit : units) {
      Unit keys = Pushdown.step(unit, new RowTransform.Select(columns));
      try (Batch batch = keys.read(reading)) {
        sample(batch, columns, Math.max(1, batch.rows() / each), samples);
      }
    }
    return samples;
  }

  private static void sample(
      Batch batch, List<String> columns, int stride, List<@Nullable Object> samples) {
    if (batch.rows() > 0) {
      List<Column> values = columns.stream().map(batch::column).toList();
      for (int i = 0; i < batch.rows(); i += stride) {
        samples.add(SortKeys.at(values, i));
      }
    }
  }

  /// The part of a value: how many borders are at most as great.
  static int part(
      List<@Nullable Object> borders, @Nullable Object key, Comparator<@Nullable Object> order) {
    return count(borders, border -> order.compare(border, key) <= 0);
  }

  /// How many borders are less than a value.
  static int less(
      List<@Nullable Object> borders, @Nullable Object key, Comparator<@Nullable Object> order) {
    return count(borders, border -> order.compare(border, key) < 0);
  }

  /// How many borders pass, of which none does behind the first that does not.
  private static int count(List<@Nullable Object> borders, Predicate<@Nullable Object> passes) {
    int low = 0;
    int high = borders.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (passes.test(borders.get(middle))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
