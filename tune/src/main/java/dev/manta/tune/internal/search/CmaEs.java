package dev.manta.tune.internal.search;

import dev.manta.tune.Goal;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trial;
import dev.manta.tune.Trials;
import dev.manta.tune.internal.space.Axis;
import dev.manta.tune.internal.space.Coding;
import java.util.ArrayList;
import java.util.List;

/// The covariance matrix adaptation evolution strategy (Hansen, "The CMA evolution strategy: a
/// tutorial"). Its generations are the trials that ended, in that order; each time it is asked, it
/// goes through them again.
///
/// @param deviation the first standard deviation, where the space is 1 wide
public record CmaEs(double deviation) implements Searcher {
  public static final CmaEs STANDARD = new CmaEs(0.25);

  @Override
  public Suggestion suggest(Trials trials) {
    var state = new CmaState(Coding.of(trials).size(), deviation);
    List<CmaState.Sample> generation = new ArrayList<>();
    for (Trial each : trials.ended()) {
      generation.add(sample(trials, each));
      if (generation.size() == state.population()) {
        state.update(generation);
        generation.clear();
      }
    }
    double[] place = state.sample(trials.random());
    String reason = "CMA-ES, generation " + (state.generation() + 1);
    return new Suggestion.Try(Coding.of(trials).decode(place), reason);
  }

  /// A failed trial is worse than every other.
  private static CmaState.Sample sample(Trials trials, Trial trial) {
    double loss = trial.state().hasValues() ? trials.loss(trial) : Double.POSITIVE_INFINITY;
    return new CmaState.Sample(Coding.filled(trials.places(trial)), loss);
  }

  @Override
  public void check(Space space, List<Goal> goals) {
    Searcher.super.check(space, goals);
    for (Axis axis : new Coding(space).axes()) {
      if (!axis.ordered()) {
        throw new IllegalArgumentException(
            "CMA-ES searches over numbers, but "
                + axis.name()
                + " is "
                + axis.domain().text()
                + "; use Searcher.tpe()");
      }
    }
  }
}
