package dev.manta.bench.chaos;

import dev.manta.bench.chaos.Tormentor.Struck;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What faults have cost: the longest time between two steps from one fault to the next, less what
/// a step takes.
final class Costs {
  private final List<Long> times;
  private final List<Integer> attempts;
  private final long median;
  private final Map<Fault, List<Cost>> costs = new EnumMap<>(Fault.class);

  /// What one fault has cost, and how many attempts followed it.
  private record Cost(long nanos, int attempts) {}

  Costs(Counted counted, List<Struck> struck) {
    times = counted.times();
    attempts = counted.attempts();
    median = median();
    for (int i = 0; i < struck.size(); i++) {
      long end = i + 1 < struck.size() ? struck.get(i + 1).nanos() : Long.MAX_VALUE;
      Cost cost = cost(struck.get(i).nanos(), end);
      costs.computeIfAbsent(struck.get(i).strike().fault(), _ -> new ArrayList<>()).add(cost);
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
    for (int i = 1; i < times.size(); i++) {
      if (times.get(i) > from && times.get(i) <= to) {
        longest = Math.max(longest, times.get(i) - times.get(i - 1));
        more += attempts.get(i) - attempts.get(i - 1);
      }
    }
    return new Cost(Math.max(0, longest - median), more);
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
        "%-26s %5s %16s %12s %9s".formatted("fault", "times", "standstill", "worst", "attempts"));
    costs.forEach((fault, all) -> lines.add(row(fault, all)));
    return lines;
  }

  private static String row(Fault fault, List<Cost> all) {
    List<Long> sorted = all.stream().map(Cost::nanos).sorted().toList();
    return String.format(
        Locale.ROOT,
        "%-26s %5d %13.0f ms %9.0f ms %9d",
        fault,
        all.size(),
        sorted.get(sorted.size() / 2) / 1e6,
        sorted.getLast() / 1e6,
        all.stream().mapToInt(Cost::attempts).sum());
  }
}
