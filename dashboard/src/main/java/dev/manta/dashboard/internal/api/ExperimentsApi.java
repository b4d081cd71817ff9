package dev.manta.dashboard.internal.api;

import dev.manta.dashboard.internal.web.WebAnswer;
import dev.manta.error.MantaException;
import dev.manta.spi.json.Bind;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.train.Metrics;
import dev.manta.tune.Dimension;
import dev.manta.tune.Domain;
import dev.manta.tune.Goal;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Scope;
import dev.manta.tune.TrialResult;
import dev.manta.tune.internal.drive.Results;
import dev.manta.tune.internal.drive.TrialTimes;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Experiments of hyperparameter search.
record ExperimentsApi(Location root) {
  List<Route> routes() {
    return List.of(
        Route.get("/api/experiments", "The experiments of this storage, by name.", this::list)
            .answersAll(String.class),
        Route.get(
                "/api/experiments/{experiment}",
                "An experiment: its trials and when they ran, how much each parameter matters, the Pareto"
                    + " front.",
                this::experiment)
            .answers(ShownExperiment.class));
  }

  private WebAnswer list(ApiCall call) {
    List<String> names =
        Storages.at(root).children(root).stream()
            .filter(name -> Results.existAt(root.resolve(name)))
            .toList();
    return WebAnswer.json(Bind.write(names));
  }

  /// @param log whether its values lie on a logarithmic scale
  private record Parameter(String name, boolean log) {
    static Parameter of(Dimension dimension) {
      boolean log =
          (dimension.domain() instanceof Domain.Real real && real.log())
              || (dimension.domain() instanceof Domain.Whole whole && whole.log());
      return new Parameter(dimension.name(), log);
    }
  }

  /// @param values of the goals, in their order; empty where it has none
  private record ShownTrial(
      int trial,
      String state,
      int attempts,
      long steps,
      double seconds,
      Map<String, Object> point,
      List<Double> values,
      Metrics metrics,
      Optional<String> error) {
    static ShownTrial of(TrialResult trial, List<Goal> goals) {
      boolean silent = trial.reports().isEmpty();
      Duration elapsed = silent ? Duration.ZERO : trial.reports().getLast().elapsed();
      return new ShownTrial(
          trial.number(),
          trial.state().name().toLowerCase(Locale.ROOT),
          trial.attempts(),
          silent ? 0 : trial.reports().getLast().step(),
          elapsed.toMillis() / 1e3,
          trial.point().values(),
          values(trial, goals),
          trial.metrics(),
          trial.error());
    }

    private static List<Double> values(TrialResult trial, List<Goal> goals) {
      boolean all = goals.stream().allMatch(goal -> trial.value(goal, Scope.LAST).isPresent());
      return all
          ? goals.stream().map(goal -> trial.value(goal, Scope.LAST).orElseThrow()).toList()
          : List.of();
    }
  }

  /// @param importances how much each parameter has to do with the first goal; empty where there
  ///   are too few trials
  /// @param front the trials that no other one is better than in every goal
  /// @param spans when each attempt of a trial ran
  private record ShownExperiment(
      String name,
      String path,
      boolean finished,
      List<Goal> goals,
      List<Parameter> parameters,
      List<ShownTrial> trials,
      Map<String, Double> importances,
      List<Integer> front,
      List<TrialTimes.Span> spans) {}

  private WebAnswer experiment(ApiCall call) {
    String name = call.name("experiment");
    Location at = root.resolve(name);
    if (!Results.existAt(at)) {
      throw new Absent("there is no experiment \"" + name + "\"");
    }
    return WebAnswer.json(Bind.write(shown(ResultGrid.fromPath(at.toString()), TrialTimes.at(at))));
  }

  private static ShownExperiment shown(ResultGrid grid, List<TrialTimes.Span> spans) {
    return new ShownExperiment(
        grid.name(),
        grid.path(),
        grid.isFinished(),
        grid.goals(),
        grid.dimensions().stream().map(Parameter::of).toList(),
        grid.trials().stream().map(trial -> ShownTrial.of(trial, grid.goals())).toList(),
        importances(grid),
        grid.front().stream().map(TrialResult::number).toList(),
        spans);
  }

  private static Map<String, Double> importances(ResultGrid grid) {
    try {
      return grid.importances();
    } catch (MantaException | IllegalArgumentException tooFew) {
      return Map.of();
    }
  }
}
