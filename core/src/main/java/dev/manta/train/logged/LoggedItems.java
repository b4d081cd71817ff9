package dev.manta.train.logged;

import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Everything that a run has logged, as its directory has it.
public final class LoggedItems {
  private static final Comparator<LoggedItem> ORDER =
      Comparator.comparing(LoggedItem::name)
          .thenComparingLong(LoggedItem::step)
          .thenComparingInt(LoggedItem::rank);

  private LoggedItems() {}

  /// Those that count, by name, step and rank: what a later attempt has begun to log anew, at or
  /// before its step, is left out.
  public static List<LoggedItem> of(Location run) {
    return current(stored(run, LoggedItem.directory(run)));
  }

  /// The same of one name.
  public static List<LoggedItem> of(Location run, String name) {
    return current(
        stored(run, LoggedItem.directory(run).resolve(name)).stream()
            .filter(item -> item.name().equals(name))
            .toList());
  }

  private static List<LoggedItem> stored(Location run, Location below) {
    return Storages.at(run).list(below).stream()
        .map(entry -> found(run, entry))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<LoggedItem> found(Location run, Entry entry) {
    String path = entry.at().relativeTo(LoggedItem.directory(run));
    return LoggedItem.find(run, path, entry.modified());
  }

  /// Those of some that count.
  static List<LoggedItem> current(List<LoggedItem> items) {
    return items.stream().collect(Collectors.groupingBy(LoggedItem::name)).values().stream()
        .flatMap(ofName -> currentOfName(ofName).stream())
        .sorted(ORDER)
        .toList();
  }

  private static List<LoggedItem> currentOfName(List<LoggedItem> items) {
    TreeMap<Integer, Long> starts = new TreeMap<>();
    items.forEach(item -> starts.merge(item.attempt(), item.step(), Math::min));
    Map<Integer, Long> undone = undoneFrom(starts);
    return items.stream()
        .filter(item -> item.step() < undone.getOrDefault(item.attempt(), Long.MAX_VALUE))
        .toList();
  }

  /// For each attempt, the lowest step at which any later attempt has logged.
  private static Map<Integer, Long> undoneFrom(SortedMap<Integer, Long> starts) {
    Map<Integer, Long> undone = new HashMap<>();
    long lowest = Long.MAX_VALUE;
    for (Map.Entry<Integer, Long> start : starts.reversed().entrySet()) {
      undone.put(start.getKey(), lowest);
      lowest = Math.min(lowest, start.getValue());
    }
    return undone;
  }
}
