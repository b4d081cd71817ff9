package dev.manta.bench.chaos;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What faults have cost: the longest time between two steps from one fault to the next, less what
/// a step takes.
final class Costs {
  private final List<Long> times;
  private final List<Integer> attempts;
  private final List<Boolean> begunAgain;
  private final long median;
  private final Map<String, List<Cost>> costs = new LinkedHashMap<>();

  /// What one fault has cost, how many attempts followed it, and how many steps were begun again.
  private record Cost(long nanos, int attempts, int again) {}

  /// A fault that has struck.
  record Blow(String kind, long nanos) {}

  Costs(Counted counted, List<Blow> struck) {
    times = counted.times();
    attempts = counted.attempts();
    begunAgain = counted.begunAgain();
    median = median();
    for (int i = 0; i < struck.size(); i++) {
      long end = i + 1 < struck.size() ? struck.get(i + 1).nanos() : Long.MAX_VALUE;
      Cost cost = cost(struck.get(i).nanos(), end);
      costs.computeIfAbsent(struck.get(i).kind(), _ -> new ArrayList<>()).add(cost);
    }
  }

  private long median() {
    List<Long> gaps = new ArrayList<>();
    for (int i = 1; i < times.size(); i++) {
      gaps.add(times.get(i) - times.get(i - 1));
    }
    return gaps.isEmpty() ? 0 : gaps.stream().sorted().toList().get(gaps.size() / 2);
  }

  private Cost cost(long from, long to) {
    long longest = 0;
    int more = 0;
    int again = 0;
    for (int i = 1; i < times.size(); i++) {
      if (times.get(i) > from && times.get(i) <= to) {
        longest = Math.max(longest, times.get(i) - times.get(i - 1));
        more += attempts.get(i) - attempts.get(i - 1);
        again += begunAgain.get(i) ? 1 : 0;
      }
    }
    return new Cost(Math.max(0, longest - median), more, again);
  }

  /// What a step takes when nothing happens.
  double stepMillis() {
    return median / 1e6;
  }

  /// The steps at that pace, of the time that they took, in percent.
  double goodput() {
    long wall = times.isEmpty() ? 0 : times.getLast() - times.getFirst();
    return wall == 0 ? 0 : 100.0 * median * (times.size() - 1) / wall;
  }

  /// One line for each kind of fault.
  List<String> table() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%-30s %5s %16s %12s %9s %7s"
            .formatted("fault", "times", "standstill", "worst", "attempts", "again"));
    costs.forEach((kind, all) -> lines.add(row(kind, all)));
    return lines;
  }

  /// The median of what a kind of fault has cost, in milliseconds; 0 where it did not strike.
  double medianMillis(String kind) {
    return median(costs.getOrDefault(kind, List.of()));
  }

  /// How many steps were begun again after a kind of fault.
  int again(String kind) {
    return costs.getOrDefault(kind, List.of()).stream().mapToInt(Cost::again).sum();
  }

  private static double median(List<Cost> all) {
    List<Long> sorted = all.stream().map(Cost::nanos).sorted().toList();
    return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2) / 1e6;
  }

  private static String row(String kind, List<Cost> all) {
    List<Long> sorted = all.stream().map(Cost::nanos).sorted().toList();
    return String.format(
        Locale.ROOT,
        "%-30s %5d %13.0f ms %9.0f ms %9d %7d",
        kind,
        all.size(),
        median(all),
        sorted.getLast() / 1e6,
        all.stream().mapToInt(Cost::attempts).sum(),
        all.stream().mapToInt(Cost::again).sum());
  }
}
