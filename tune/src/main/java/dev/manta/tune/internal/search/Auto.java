package dev.manta.tune.internal.search;

import dev.manta.tune.Dimension;
import dev.manta.tune.Domain;
import dev.manta.tune.Goal;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trials;
import dev.manta.tune.internal.space.Coding;
import java.util.List;
import java.util.OptionalInt;

/// Chooses a searcher by goals, space and number of planned trials; each suggestion's reason names
/// it.
public record Auto() implements Searcher {
  private static final int PROCESS_TRIALS = 250;
  private static final int PROCESS_AXES = 20;
  private static final int EVOLUTION_TRIALS = 1000;

  /// A searcher and why it was chosen.
  record Choice(Searcher searcher, String reason) {}

  @Override
  public void check(Space space, List<Goal> goals) {
    if (isFinite(space, goals)) {
      new GridSearch().check(space, goals);
    }
  }

  @Override
  public boolean isFinite(Space space, List<Goal> goals) {
    return goals.size() == 1 && space.dimensions().stream().allMatch(Auto::isGrid);
  }

  @Override
  public Suggestion suggest(Trials trials) {
    Choice choice = choose(trials);
    return switch (choice.searcher().suggest(trials)) {
      case Suggestion.Try(var point, String reason) ->
          new Suggestion.Try(point, reason + " (auto: " + choice.reason() + ")");
      case Suggestion.Wait wait -> wait;
      case Suggestion.End end -> end;
    };
  }

  /// Which searcher it would be now, and why.
  public static String chosen(Trials trials) {
    return choose(trials).reason();
  }

  static Choice choose(Trials trials) {
    Space space = trials.space();
    OptionalInt planned = trials.planned();
    if (trials.goals().size() > 1) {
      return new Choice(
          Nsga2.STANDARD, "NSGA-II, as there are " + trials.goals().size() + " goals");
    }
    if (space.dimensions().stream().allMatch(Auto::isGrid)) {
      return new Choice(new GridSearch(), "grid, as all parameters are grids or constants");
    }
    int count = planned.orElse(PROCESS_TRIALS);
    int axes = Coding.of(trials).size();
    boolean conditional = space.dimensions().stream().anyMatch(d -> d.condition().isPresent());
    if (count <= PROCESS_TRIALS
        && axes <= PROCESS_AXES
        && !conditional
        && trials.size() <= 2 * PROCESS_TRIALS) {
      return new Choice(
          GaussianProcess.STANDARD,
          "Gaussian process, as " + count + " trials of " + axes + " parameters are few");
    }
    boolean numbers = Coding.of(trials).axes().stream().allMatch(axis -> axis.ordered());
    if (count >= EVOLUTION_TRIALS && numbers && !conditional && axes > 1) {
      return new Choice(
          CmaEs.STANDARD, "CMA-ES, as there are " + count + " trials, of numbers alone");
    }
    return new Choice(Tpe.STANDARD, "TPE, as it searches every space");
  }

  private static boolean isGrid(Dimension dimension) {
    Domain domain = dimension.domain();
    return domain instanceof Domain.Grid || domain instanceof Domain.Constant;
  }
}
