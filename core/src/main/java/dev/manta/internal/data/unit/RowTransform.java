package dev.manta.internal.data.unit;

import dev.manta.data.BadRecords;
import dev.manta.data.Condition;
import dev.manta.internal.data.UserFunction;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// What is done with the rows of one unit after the other; none sees rows of two units.
public sealed interface RowTransform {
  /// Whether there are as many rows afterwards as before.
  default boolean keepsRows() {
    return true;
  }

  /// Whether a row can turn out to be a bad record.
  default boolean mayFail() {
    return false;
  }

  /// What figures of it are shown under.
  default String label() {
    return switch (this) {
      case Lenient(RowTransform step, _) -> step.label();
      case Select _ -> "Select";
      case Drop _ -> "Drop";
      case Rename _ -> "Rename";
      case MapRows(UserFunction function) -> "Map " + function.name();
      case WithColumn(String name, _) -> "WithColumn " + name;
      case FlatMapRows(UserFunction function) -> "FlatMap " + function.name();
      case FilterRows(UserFunction function) -> "Filter " + function.name();
      case Where _ -> "Where";
      case Sample _ -> "Sample";
      case MapBatches batches -> "MapBatches " + batches.function().name();
    };
  }

  /// The step with what is done about bad records, where there can be any.
  default RowTransform under(BadRecords policy) {
    return mayFail() && policy.drops() ? new Lenient(this, policy) : this;
  }

  /// A step that leaves bad records out: how many rows stay is known once it is done.
  record Lenient(RowTransform step, BadRecords policy) implements RowTransform {
    @Override
    public boolean keepsRows() {
      return false;
    }
  }

  record Select(List<String> columns) implements RowTransform {}

  record Drop(List<String> columns) implements RowTransform {}

  record Rename(Map<String, String> names) implements RowTransform {}

  record MapRows(UserFunction function) implements RowTransform {
    @Override
    public boolean mayFail() {
      return true;
    }
  }

  record WithColumn(String name, UserFunction function) implements RowTransform {
    @Override
    public boolean mayFail() {
      return true;
    }
  }

  record FlatMapRows(UserFunction function) implements RowTransform {
    @Override
    public boolean keepsRows() {
      return false;
    }

    @Override
    public boolean mayFail() {
      return true;
    }
  }

  record FilterRows(UserFunction function) implements RowTransform {
    @Override
    public boolean keepsRows() {
      return false;
    }

    @Override
    public boolean mayFail() {
      return true;
    }
  }

  record Where(Condition condition) implements RowTransform {
    @Override
    public boolean keepsRows() {
      return false;
    }
  }

  /// Each row with a probability, by where it is: the unit, and the row within it.
  ///
  /// @param complement whether the rows are wanted that are not chosen
  /// @param roots the directories that files were given by: what is above them does not matter
  record Sample(double fraction, long seed, boolean complement, List<String> roots)
      implements RowTransform {
    private static final String TO = " to ";

    public Sample {
      roots = List.copyOf(roots);
    }

    public Sample(double fraction, long seed, boolean complement) {
      this(fraction, seed, complement, List.of());
    }

    public Sample below(List<String> directories) {
      return new Sample(fraction, seed, complement, directories);
    }

    /// A unit's place with numbers instead of the directories; several units are `… to …`.
    String relative(String place) {
      String last = place;
      for (String root : longestFirst()) {
        String number = roots.indexOf(root) == 0 ? "" : roots.indexOf(root) + ":";
        last = last.startsWith(root) ? number + last.substring(root.length()) : last;
        last = last.replace(TO + root, TO + number);
      }
      return last;
    }

    private List<String> longestFirst() {
      return roots.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList();
    }

    @Override
    public boolean keepsRows() {
      return false;
    }
  }

  /// Applies a function to batches.
  ///
  /// @param rows how many the function gets at a time, or 0 for all of a unit
  /// @param atMost how many functions are made by this one, which makes them; 0 where it is the one
  ///   that is applied
  /// @param keeps whether the user promised that as many rows come out as go in
  record MapBatches(UserFunction function, int rows, int atMost, boolean keeps)
      implements RowTransform {
    public static MapBatches of(UserFunction function, int rows, boolean keeps) {
      return new MapBatches(function, rows, 0, keeps);
    }

    public static MapBatches with(UserFunction factory, int rows, int atMost) {
      return new MapBatches(factory, rows, atMost, true);
    }

    @Override
    public boolean keepsRows() {
      return keeps;
    }
  }
}
