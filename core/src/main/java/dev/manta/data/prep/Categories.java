package dev.manta.data.prep;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Column;
import dev.manta.data.Dataset;
import dev.manta.data.Type;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The categories of columns, ordered: numbers as numbers, texts as texts.
final class Categories {
  private static final int ROWS = 8192;

  private Categories() {}

  static String at(Column column, int row) {
    if (column.isNull(row)) {
      return "";
    }
    if (column.type() == Type.Scalar.TEXT) {
      return column.textAt(row);
    }
    double real = column.realAt(row);
    return real == Math.rint(real) ? Long.toString((long) real) : Double.toString(real);
  }

  static Map<String, List<String>> of(Dataset dataset, List<String> names) {
    Map<String, TreeSet<String>> found = new LinkedHashMap<>();
    names.forEach(name -> found.put(name, new TreeSet<>(Comparator.comparing(Key::of))));
    try (Batches<Batch> batches = dataset.select(names.toArray(String[]::new)).batches(ROWS)) {
      for (Batch batch : batches) {
        found.forEach((name, all) -> add(batch.column(name), all));
      }
    }
    Map<String, List<String>> categories = new LinkedHashMap<>();
    found.forEach((name, all) -> categories.put(name, List.copyOf(all)));
    return categories;
  }

  private static void add(Column column, Set<String> all) {
    for (int i = 0; i < column.rows(); i++) {
      all.add(at(column, i));
    }
  }

  /// Numbers come before texts.
  private record Key(boolean text, double number, String value) implements Comparable<Key> {
    static Key of(String value) {
      boolean number = value.matches("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
      return new Key(!number, number ? Double.parseDouble(value) : 0, number ? "" : value);
    }

    @Override
    public int compareTo(Key other) {
      return Comparator.comparing(Key::text)
          .thenComparingDouble(Key::number)
          .thenComparing(Key::value)
          .compare(this, other);
    }
  }
}
