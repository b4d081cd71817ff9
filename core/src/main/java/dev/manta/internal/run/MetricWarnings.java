package dev.manta.internal.run;

import dev.manta.train.CheckpointConfig.Score;
import dev.manta.train.Metrics;
import dev.manta.train.Report;
import dev.manta.train.ReportReduction;
import dev.manta.train.RunConfig;
import dev.manta.train.StopCondition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What is suspicious about the metrics of a run, each thing once: a name in its configuration that
/// rank 0 does not report, and a metric that is not a number.
public final class MetricWarnings {
  private static final int NAMES_MAX = 8;

  private final Map<String, ReportReduction> reductions;
  private final List<StopCondition> stops;
  private Optional<Score> score;
  private boolean saidNaN;

  /// @param validated whether validation adds metrics to checkpoints, so that a score may come
  ///   later
  public MetricWarnings(RunConfig config, boolean validated) {
    this.reductions = new TreeMap<>(config.reductions());
    this.stops = new ArrayList<>(config.stops().stream().flatMap(StopCondition::parts).toList());
    this.score = config.checkpoints().score().filter(_ -> !validated);
  }

  /// What is to be said about a report.
  public List<String> about(Report report) {
    List<String> said = new ArrayList<>();
    if (report.rank() == 0) {
      reductions.forEach((key, how) -> unreduced(report, key, how).ifPresent(said::add));
      reductions.clear();
      stops.forEach(stop -> unmet(report, stop).ifPresent(said::add));
      stops.clear();
      if (report.checkpoint().isPresent()) {
        score.flatMap(by -> unranked(report, by)).ifPresent(said::add);
        score = Optional.empty();
      }
    }
    if (!saidNaN) {
      notANumber("", report.metrics()).ifPresent(key -> said.add(sayNaN(key, report)));
    }
    return said;
  }

  private static Optional<String> unreduced(Report report, String key, ReportReduction how) {
    return problem(report.metrics(), key)
        .map(
            problem ->
                "reduce(\"%s\", %s) has nothing to reduce: rank 0's first report %s"
                    .formatted(key, how, problem));
  }

  private static Optional<String> unmet(Report report, StopCondition stop) {
    return switch (stop) {
      case StopCondition.AtLeast(String metric, _) -> unmet(report, "atLeast", metric);
      case StopCondition.AtMost(String metric, _) -> unmet(report, "atMost", metric);
      case StopCondition.Plateau plateau -> unmet(report, "plateau", plateau.metric());
      case StopCondition.After _,
          StopCondition.Reports _,
          StopCondition.Any _,
          StopCondition.All _ ->
          Optional.empty();
    };
  }

  private static Optional<String> unmet(Report report, String condition, String metric) {
    return problem(report.metrics(), metric)
        .map(
            problem ->
                "stopWhen(%s(\"%s\", …)) has nothing to look at: rank 0's first report %s"
                    .formatted(condition, metric, problem));
  }

  private static Optional<String> unranked(Report report, Score by) {
    return problem(report.metrics(), by.key())
        .map(
            problem ->
                "scoreBy(\"%s\", %s) has nothing to rank by, so no checkpoint without that metric can be the best: the first report with a checkpoint %s"
                    .formatted(by.key(), by.order(), problem));
  }

  /// Why a metric cannot be used, if so.
  private static Optional<String> problem(Metrics metrics, String key) {
    if (metrics.findNumber(key).isPresent()) {
      return Optional.empty();
    }
    if (metrics.has(key)) {
      return Optional.of("has a \"" + key + "\" that is not a number");
    }
    List<String> names = metrics.flat().keys();
    String hint =
        nearest(key, names)
            .map(name -> "did you mean " + name + "?")
            .orElseGet(() -> names.isEmpty() ? "it has none" : "it has " + some(names));
    return Optional.of("has no metric \"" + key + "\"; " + hint);
  }

  private static String some(List<String> names) {
    String more = names.size() > NAMES_MAX ? ", …" : "";
    return names.stream().limit(NAMES_MAX).collect(Collectors.joining(", ")) + more;
  }

  /// The name that was perhaps meant: at most a third of its letters are others.
  private static Optional<String> nearest(String key, List<String> names) {
    return names.stream()
        .filter(name -> distance(key, name) <= Math.max(1, key.length() / 3))
        .min(Comparator.comparingInt(name -> distance(key, name)));
  }

  /// How many letters must be added, dropped or changed to make one of the other.
  private static int distance(String key, String name) {
    String from = key.toLowerCase(Locale.ROOT);
    String to = name.toLowerCase(Locale.ROOT);
    int[] above = new int[to.length() + 1];
    for (int column = 0; column <= to.length(); column++) {
      above[column] = column;
    }
    for (int row = 1; row <= from.length(); row++) {
      int diagonal = above[0];
      above[0] = row;
      for (int column = 1; column <= to.length(); column++) {
        int changed = diagonal + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
        diagonal = above[column];
        above[column] = Math.min(changed, 1 + Math.min(above[column], above[column - 1]));
      }
    }
    return above[to.length()];
  }

  private String sayNaN(String key, Report report) {
    saidNaN = true;
    return "metric \"%s\" is NaN at step %s of rank %s; a function in Java resumes from the last checkpoint with ctx.rollBack(why)"
        .formatted(key, report.step(), report.rank());
  }

  private static Optional<String> notANumber(String prefix, Metrics metrics) {
    for (String key : metrics.keys()) {
      Object value = metrics.get(key);
      if (value instanceof Double number && number.isNaN()) {
        return Optional.of(prefix + key);
      }
      Optional<String> below =
          value instanceof Metrics nested
              ? notANumber(prefix + key + "/", nested)
              : Optional.empty();
      if (below.isPresent()) {
        return below;
      }
    }
    return Optional.empty();
  }
}
