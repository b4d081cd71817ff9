package dev.manta.dashboard.internal.runs;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Which runs of a list are wanted, in which order.
///
/// @param search a text that they mention
/// @param filters conditions that all hold
/// @param sort a value by name; a minus before it turns the order around
public record RunQuery(String search, List<String> filters, String sort, int offset, int limit) {
  /// Those of a list that are meant.
  ///
  /// @param total how many there are without offset and limit
  public record Page(int total, List<ListedRun> runs) {}

  Page of(List<ListedRun> all) {
    List<ListedRun> wanted = wanted(all).stream().sorted(order()).toList();
    List<ListedRun> shown = wanted.stream().skip(offset).limit(limit).toList();
    return new Page(wanted.size(), shown);
  }

  /// Those that are meant, in any order and without offset and limit.
  List<ListedRun> wanted(List<ListedRun> all) {
    List<RunFilter> conditions = filters.stream().map(RunFilter::parse).toList();
    return all.stream()
        .filter(run -> search.isEmpty() || run.mentions(search))
        .filter(run -> conditions.stream().allMatch(condition -> condition.holds(run)))
        .toList();
  }

  /// Runs without the value come last, whichever way it is sorted.
  private Comparator<ListedRun> order() {
    boolean reversed = sort.startsWith("-");
    String name = reversed ? sort.substring(1) : sort;
    Comparator<ListedRun> byValue =
        (one, other) -> compare(one.value(name), other.value(name), reversed);
    return byValue.thenComparing(run -> run.run().name());
  }

  private static int compare(
      Optional<Comparable<?>> one, Optional<Comparable<?>> other, boolean reversed) {
    if (one.isEmpty() || other.isEmpty()) {
      return Boolean.compare(one.isEmpty(), other.isEmpty());
    }
    int order = compare(one.get(), other.get());
    return reversed ? -order : order;
  }

  /// Numbers come before texts.
  private static int compare(Comparable<?> one, Comparable<?> other) {
    if (one instanceof Double a && other instanceof Double b) {
      return Double.compare(a, b);
    }
    int byKind = Boolean.compare(one instanceof String, other instanceof String);
    return byKind != 0 ? byKind : one.toString().compareTo(other.toString());
  }
}
