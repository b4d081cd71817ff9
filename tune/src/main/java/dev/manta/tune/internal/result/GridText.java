package dev.manta.tune.internal.result;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import dev.manta.tune.Goal;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Scope;
import dev.manta.tune.TrialReport;
import dev.manta.tune.TrialResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The trials of an experiment as a table, as comma-separated values, and as JSON.
public final class GridText {
  private static final int CELL_MAX = 40;

  private GridText() {}

  /// Rows of aligned columns, the best first.
  public static String table(ResultGrid grid, int rows) {
    List<String> parameters = parameters(grid);
    List<List<String>> lines = new ArrayList<>();
    lines.add(heads(parameters, grid.goals().stream().map(Goal::metric).toList(), List.of()));
    ranked(grid).stream().limit(rows).forEach(each -> lines.add(row(each, parameters, grid)));
    return aligned(lines);
  }

  /// A trial and what it lost by, which is looked up once and compared often.
  private record Ranked(TrialResult trial, double loss) {}

  private static List<TrialResult> ranked(ResultGrid grid) {
    Goal goal = grid.goals().getFirst();
    return grid.trials().stream()
        .map(each -> new Ranked(each, loss(each, goal)))
        .sorted(
            Comparator.comparingDouble(Ranked::loss)
                .thenComparingInt(each -> each.trial().number()))
        .map(Ranked::trial)
        .toList();
  }

  private static double loss(TrialResult result, Goal goal) {
    var value = result.value(goal, Scope.LAST);
    return value.isPresent() ? goal.loss(value.getAsDouble()) : Double.POSITIVE_INFINITY;
  }

  private static List<String> heads(
      List<String> parameters, List<String> metrics, List<String> more) {
    List<String> heads = new ArrayList<>(List.of("trial", "state", "steps"));
    heads.addAll(parameters);
    heads.addAll(metrics);
    heads.addAll(more);
    return heads;
  }

  private static List<String> row(TrialResult each, List<String> parameters, ResultGrid grid) {
    List<String> row = start(each);
    parameters.forEach(name -> row.add(each.point().find(name).map(GridText::cell).orElse("")));
    for (Goal goal : grid.goals()) {
      var value = each.value(goal, Scope.LAST);
      row.add(value.isPresent() ? cell(value.getAsDouble()) : "");
    }
    return row;
  }

  private static List<String> start(TrialResult each) {
    return new ArrayList<>(
        List.of(
            Integer.toString(each.number()),
            each.state().name().toLowerCase(Locale.ROOT),
            Long.toString(each.reports().isEmpty() ? 0 : each.reports().getLast().step())));
  }

  private static String cell(Object value) {
    String text =
        value instanceof Double number
            ? String.format(Locale.ROOT, "%.6g", number)
            : String.valueOf(value);
    return text.length() <= CELL_MAX ? text : text.substring(0, CELL_MAX - 1) + "…";
  }

  private static String aligned(List<List<String>> lines) {
    int[] widths = new int[lines.getFirst().size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    var out = new StringBuilder();
    for (List<String> line : lines) {
      var row = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        row.append(line.get(i)).repeat(" ", widths[i] - line.get(i).length() + 2);
      }
      out.append(row.toString().stripTrailing()).append('\n');
    }
    return out.toString();
  }

  private static List<String> parameters(ResultGrid grid) {
    Set<String> names = new LinkedHashSet<>();
    grid.trials().forEach(each -> names.addAll(each.point().values().keySet()));
    return List.copyOf(names);
  }

  /// One row for each trial, and one before them with the names of columns.
  public static String csv(ResultGrid grid) {
    List<String> parameters = parameters(grid);
    Set<String> metrics = new TreeSet<>();
    grid.trials().forEach(each -> metrics.addAll(each.metrics().flat().keys()));
    List<String> columns = List.copyOf(metrics);
    var out = new StringBuilder();
    out.append(csvLine(heads(parameters, columns, List.of("error"))));
    for (TrialResult each : grid.trials()) {
      List<String> row = start(each);
      parameters.forEach(name -> row.add(each.point().find(name).map(String::valueOf).orElse("")));
      var last = each.metrics().flat();
      columns.forEach(name -> row.add(last.find(name).map(String::valueOf).orElse("")));
      row.add(each.error().orElse(""));
      out.append(csvLine(row));
    }
    return out.toString();
  }

  private static String csvLine(List<String> cells) {
    return cells.stream().map(GridText::quoted).collect(Collectors.joining(",")) + "\n";
  }

  private static String quoted(String cell) {
    boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }

  /// The whole grid.
  public static Json json(ResultGrid grid) {
    List<Json> goals = new ArrayList<>();
    grid.goals()
        .forEach(
            each ->
                goals.add(
                    JsonObject.builder()
                        .put("metric", each.metric())
                        .put("mode", each.maximize() ? "max" : "min")
                        .build()));
    List<Json> trials = new ArrayList<>();
    grid.trials().forEach(each -> trials.add(json(each)));
    return JsonObject.builder()
        .put("experiment", grid.name())
        .put("path", grid.path())
        .put("finished", grid.isFinished())
        .put("goals", new JsonArray(goals))
        .put("trials", new JsonArray(trials))
        .build();
  }

  private static Json json(TrialResult each) {
    List<Json> reports = new ArrayList<>();
    each.reports().forEach(report -> reports.add(json(report)));
    var out =
        JsonObject.builder()
            .put("trial", each.number())
            .put("state", each.state().name().toLowerCase(Locale.ROOT))
            .put("attempts", each.attempts())
            .put("point", each.point().toJson())
            .put("reports", new JsonArray(reports));
    each.error().ifPresent(error -> out.put("error", error));
    each.checkpoint().ifPresent(kept -> out.put("checkpoint", kept.location().toString()));
    return out.build();
  }

  private static Json json(TrialReport report) {
    return JsonObject.builder()
        .put("step", report.step())
        .put("seconds", report.elapsed().toMillis() / 1000.0)
        .put("metrics", report.metrics().toJson())
        .build();
  }
}
