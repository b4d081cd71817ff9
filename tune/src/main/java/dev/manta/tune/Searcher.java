package dev.manta.tune;

import dev.manta.tune.internal.search.Auto;
import dev.manta.tune.internal.search.CmaEs;
import dev.manta.tune.internal.search.GaussianProcess;
import dev.manta.tune.internal.search.GridSearch;
import dev.manta.tune.internal.search.Knowing;
import dev.manta.tune.internal.search.Limited;
import dev.manta.tune.internal.search.Nsga2;
import dev.manta.tune.internal.search.RandomSearch;
import dev.manta.tune.internal.search.Repeated;
import dev.manta.tune.internal.search.SobolSearch;
import dev.manta.tune.internal.search.Starting;
import dev.manta.tune.internal.search.Tpe;
import java.util.List;

/// Decides which point is tried next.
///
/// It is a pure function of the trials: their seed, their events and their number decide the
/// answer, and nothing else does. So a search that is restored from its events continues exactly
/// where it was. Implementations extend `SearcherContract` of the test kit.
public interface Searcher {
  /// The next point.
  Suggestion suggest(Trials trials);

  /// Refuses a space or goals that it cannot search.
  default void check(Space space, List<Goal> goals) {
    if (goals.size() != 1) {
      throw new IllegalArgumentException(
          this
              + " searches for one goal, but there are "
              + goals.size()
              + "; use Searcher.nsga2()");
    }
  }

  /// Whether it ends by itself, as there are only so many points.
  default boolean isFinite(Space space, List<Goal> goals) {
    return false;
  }

  /// Every combination of the values of grids and choices, one after the other.
  static Searcher grid() {
    return new GridSearch();
  }

  /// Independent random points.
  static Searcher random() {
    return new RandomSearch();
  }

  /// Points that fill the space evenly.
  static Searcher sobol() {
    return new SobolSearch();
  }

  /// The tree-structured Parzen estimator: fast, for every space and hundreds of trials.
  static Searcher tpe() {
    return Tpe.STANDARD;
  }

  /// A Gaussian process: the most from few and costly trials.
  static Searcher gaussianProcess() {
    return GaussianProcess.STANDARD;
  }

  /// CMA-ES: for numbers, and a thousand trials and more.
  static Searcher cmaEs() {
    return CmaEs.STANDARD;
  }

  /// NSGA-II: for several goals.
  static Searcher nsga2() {
    return Nsga2.STANDARD;
  }

  /// The estimator of `tpe` on the trials that ran longest: the searcher of BOHB, to be used with
  /// the scheduler `hyperBand`.
  static Searcher bohb() {
    return Tpe.BY_RESOURCE;
  }

  /// The searcher that fits space, goals and number of trials; its reasons say which one it is.
  static Searcher auto() {
    return new Auto();
  }

  /// Optuna with its default sampler, in the `python3` that has it.
  static OptunaSearcher optuna() {
    return optuna(OptunaSampler.AUTO);
  }

  /// Optuna with one of its samplers.
  static OptunaSearcher optuna(OptunaSampler sampler) {
    return new OptunaSearcher(sampler, PythonInterpreter.STANDARD);
  }

  /// HyperOpt's tree-structured Parzen estimator, in the `python3` that has it.
  static HyperoptSearcher hyperopt() {
    return new HyperoptSearcher(PythonInterpreter.STANDARD);
  }

  /// The same, with at most so many trials at a time.
  default Searcher limitedTo(int concurrent) {
    return new Limited(this, concurrent);
  }

  /// The same, with each point tried several times; the searcher hears the mean.
  default Searcher repeated(int times) {
    return new Repeated(this, times);
  }

  /// The same, after some points of the user's, which must be in the space.
  default Searcher startingWith(List<Point> points) {
    return new Starting(this, points);
  }

  /// The same, with trials of an earlier search of the same space known from the start.
  default Searcher knowing(List<Trial> earlier) {
    return new Knowing(this, earlier);
  }
}
