package dev.manta.dashboard.internal.runs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Runs that have the same value, such as a tag or a value of their configs.
///
/// @param value what they share; empty for those that have none
/// @param statuses how many of them have each status
/// @param metrics how their last metrics spread, by name
public record RunGroup(
    String value, int runs, Map<String, Integer> statuses, Map<String, Spread> metrics) {
  private static final int GROUPS_MAX = 500;
  private static final int METRICS_MAX = 20;
  private static final String TAG = "tag";

  public RunGroup {
    statuses = new TreeMap<>(statuses);
    metrics = new LinkedHashMap<>(metrics);
  }

  /// How numbers spread.
  public record Spread(int count, double mean, double min, double max) {
    Spread and(double value) {
      return new Spread(
          count + 1,
          mean + (value - mean) / (count + 1),
          Math.min(min, value),
          Math.max(max, value));
    }
  }

  private static final Spread NONE =
      new Spread(0, 0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);

  /// Groups of runs, the largest first. A run with several tags is in the group of each.
  ///
  /// @param by `tag`, or a value of runs by name
  static List<RunGroup> of(List<ListedRun> runs, String by) {
    Map<String, List<ListedRun>> groups = new TreeMap<>();
    for (ListedRun run : runs) {
      for (String value : values(run, by)) {
        groups.computeIfAbsent(value, _ -> new ArrayList<>()).add(run);
      }
    }
    return groups.entrySet().stream()
        .map(group -> of(group.getKey(), group.getValue()))
        .sorted(Comparator.comparingInt(RunGroup::runs).reversed())
        .limit(GROUPS_MAX)
        .toList();
  }

  private static List<String> values(ListedRun run, String by) {
    if (by.equals(TAG)) {
      return run.tags().isEmpty() ? List.of("") : run.tags();
    }
    Optional<Comparable<?>> value = run.value(by);
    return List.of(value.map(Object::toString).orElse(""));
  }

  private static RunGroup of(String value, List<ListedRun> runs) {
    Map<String, Integer> statuses = new TreeMap<>();
    Map<String, Spread> metrics = new TreeMap<>();
    for (ListedRun run : runs) {
      statuses.merge(run.run().status(), 1, Integer::sum);
      run.run().metrics().flat().asMap().forEach((name, last) -> add(name, last, metrics));
    }
    return new RunGroup(value, runs.size(), statuses, metrics);
  }

  private static void add(String name, Object last, Map<String, Spread> metrics) {
    boolean room = metrics.size() < METRICS_MAX || metrics.containsKey(name);
    if (room && last instanceof Number number && Double.isFinite(number.doubleValue())) {
      double value = number.doubleValue();
      metrics.merge(name, NONE.and(value), (known, _) -> known.and(value));
    }
  }
}
