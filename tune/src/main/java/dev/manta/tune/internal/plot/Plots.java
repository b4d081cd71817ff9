package dev.manta.tune.internal.plot;

import dev.manta.tune.Drawing;
import dev.manta.tune.Goal;
import dev.manta.tune.Plot;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Scope;
import java.util.ArrayList;
import java.util.List;

/// The plots of an experiment for one goal.
public final class Plots {
  private static final int COLUMNS_MIN = 40;

  private final ResultGrid grid;
  private final Goal goal;
  private final Scope scope;
  private final List<PlottedTrial> trials;

  private Plots(ResultGrid grid, Goal goal, Scope scope) {
    this.grid = grid;
    this.goal = goal;
    this.scope = scope;
    this.trials = PlottedTrial.of(grid, goal, scope);
  }

  /// Those of an experiment in which a trial has a value of the goal; an error says why none has.
  public static Drawing of(Plot plot, ResultGrid grid, Goal goal, Scope scope) {
    var plots = new Plots(grid, goal, scope);
    return switch (plot) {
      case HISTORY -> plots.history();
      case PARALLEL -> plots.parallel();
      case SLICES -> plots.slices();
      case IMPORTANCES -> plots.importances();
    };
  }

  static void requireColumns(int columns) {
    if (columns < COLUMNS_MIN) {
      throw new IllegalArgumentException(
          "a plot needs at least " + COLUMNS_MIN + " columns, not " + columns);
    }
  }

  private String metric() {
    return Label.plain(goal.metric());
  }

  private String title(String what) {
    return Label.plain(grid.name()) + ": " + what + (goal.maximize() ? " (large is good)" : "");
  }

  private Drawing history() {
    Scale x = new Scale.Linear(0, Math.max(1, grid.size() - 1), true);
    Scale y = PlottedTrial.values(trials);
    List<Panel.Mark> marks = new ArrayList<>();
    List<Panel.Corner> line = new ArrayList<>();
    double best = Double.POSITIVE_INFINITY;
    for (PlottedTrial each : trials) {
      double at = x.place((double) each.number());
      marks.add(mark(each, at, y));
      double loss = each.value().stream().map(goal::loss).findFirst().orElse(best);
      if (loss < best) {
        line.add(
            new Panel.Corner(at, line.isEmpty() ? y.place(goal.loss(loss)) : line.getLast().y()));
        line.add(new Panel.Corner(at, y.place(goal.loss(loss))));
      }
      best = Math.min(best, loss);
    }
    line.add(new Panel.Corner(1, line.getLast().y()));
    return new Panels(
        title(metric() + " of each trial, and the best so far"),
        List.of(new Panel("", x, y, marks, line)),
        Legend.of(trials));
  }

  private Panel.Mark mark(PlottedTrial each, double x, Scale y) {
    double place = each.value().isPresent() ? y.place(each.value().getAsDouble()) : Double.NaN;
    return new Panel.Mark(x, place, each.style(), each.words(goal.metric()));
  }

  private Drawing slices() {
    Scale y = PlottedTrial.values(trials);
    List<Panel> panels = new ArrayList<>();
    for (Parameter each : Parameter.of(grid)) {
      List<Panel.Mark> marks =
          trials.stream()
              .filter(trial -> !Double.isNaN(each.place(trial)))
              .map(trial -> mark(trial, each.place(trial), y))
              .toList();
      String title = metric() + " by " + Label.plain(each.name());
      panels.add(new Panel(title, each.scale(), y, marks, List.of()));
    }
    return new Panels(title(metric() + " against each parameter"), panels, Legend.of(trials));
  }

  private Drawing parallel() {
    return new ParallelCoordinates(
        title("parameters and " + metric()),
        goal,
        Parameter.of(grid),
        PlottedTrial.values(trials),
        trials);
  }

  private Drawing importances() {
    Parameter.of(grid);
    return new BarChart(
        title("how much each parameter matters for " + metric()), grid.importances(goal, scope));
  }
}
