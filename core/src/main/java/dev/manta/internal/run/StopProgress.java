package dev.manta.internal.run;

import dev.manta.train.Report;
import dev.manta.train.StopCondition;
import dev.manta.train.StopCondition.AtLeast;
import dev.manta.train.StopCondition.AtMost;
import dev.manta.train.StopCondition.Plateau;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What rank 0 has reported, as far as stop conditions look at it.
public final class StopProgress {
  private final List<StopCondition> conditions;
  private final Map<String, Watched> watched = new HashMap<>();
  private long reports;

  /// The last values of a metric.
  private record Watched(int most, Deque<Seen> seen) {
    void add(long step, double value) {
      seen.addLast(new Seen(step, value));
      if (seen.size() > most) {
        seen.removeFirst();
      }
    }

    /// An attempt that began again does these steps a second time.
    void forgetFrom(long step) {
      while (!seen.isEmpty() && seen.getLast().step() >= step) {
        seen.removeLast();
      }
    }

    List<Double> values() {
      return seen.stream().map(Seen::value).toList();
    }
  }

  private record Seen(long step, double value) {}

  public StopProgress(List<StopCondition> conditions) {
    this.conditions = List.copyOf(conditions);
    conditions.stream().flatMap(StopCondition::parts).forEach(this::watch);
  }

  private void watch(StopCondition part) {
    switch (part) {
      case AtLeast(var metric, _) -> watch(metric, 1);
      case AtMost(var metric, _) -> watch(metric, 1);
      case Plateau plateau -> watch(plateau.metric(), plateau.needed());
      case StopCondition.After _,
          StopCondition.Reports _,
          StopCondition.Any _,
          StopCondition.All _ -> {}
    }
  }

  private void watch(String metric, int values) {
    Watched known = watched.get(metric);
    int most = known == null ? values : Math.max(values, known.most());
    watched.put(metric, new Watched(most, new ArrayDeque<>()));
  }

  /// Whether a condition looks at what was reported, and so at what was reported before a restart.
  public boolean remembers() {
    return conditions.stream()
        .flatMap(StopCondition::parts)
        .anyMatch(part -> !(part instanceof StopCondition.After));
  }

  /// Takes in a report; only those of rank 0 count.
  public void add(Report report) {
    if (report.rank() == 0) {
      reports = report.step();
      watched.forEach(
          (metric, seen) -> {
            seen.forgetFrom(report.step());
            report.metrics().findNumber(metric).ifPresent(value -> seen.add(report.step(), value));
          });
    }
  }

  /// Why the run stops once it has taken so much time, if it does.
  public Optional<String> met(Duration taken) {
    Map<String, List<Double>> values = new HashMap<>();
    watched.forEach((metric, seen) -> values.put(metric, seen.values()));
    var progress = new StopCondition.Progress(taken, reports, values);
    return conditions.stream().flatMap(each -> each.met(progress).stream()).findFirst();
  }
}
