package dev.manta.tune;

import dev.manta.tune.internal.python.PythonSearch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A searcher that asks Optuna, in a Python process.
///
/// The process is told the trials before it is asked, so it may end and begin again at any time
/// without changing a suggestion.
///
/// @param sampler how points are found
/// @param interpreter the Python that has Optuna
public record OptunaSearcher(OptunaSampler sampler, PythonInterpreter interpreter)
    implements Searcher {
  /// The same with the Python of a path, such as that of a virtual environment.
  public OptunaSearcher python(Path path) {
    return new OptunaSearcher(sampler, interpreter.path(path));
  }

  /// The same with another time for each answer; two minutes unless set.
  public OptunaSearcher answersWithin(Duration limit) {
    return new OptunaSearcher(sampler, interpreter.limit(limit));
  }

  @Override
  public void check(Space space, List<Goal> goals) {
    if (goals.size() > 1 && sampler == OptunaSampler.CMA_ES) {
      throw new IllegalArgumentException(
          this
              + " searches for one goal, but there are "
              + goals.size()
              + "; use OptunaSampler.NSGA_II");
    }
  }

  @Override
  public Suggestion suggest(Trials trials) {
    return PythonSearch.suggest(
        new PythonSearch.LibrarySampler("optuna", sampler.code(), interpreter), trials);
  }

  /// Without the interpreter: an experiment may continue with another one.
  @Override
  public String toString() {
    return "optuna(" + sampler.code() + ")";
  }
}
