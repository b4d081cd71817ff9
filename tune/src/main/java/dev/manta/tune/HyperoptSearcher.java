package dev.manta.tune;

import dev.manta.tune.internal.python.PythonSearch;
import java.nio.file.Path;
import java.time.Duration;

/// A searcher that asks HyperOpt's tree-structured Parzen estimator, in a Python process; for one
/// goal.
///
/// @param interpreter the Python that has HyperOpt
public record HyperoptSearcher(PythonInterpreter interpreter) implements Searcher {
  /// The same with the Python of a path, such as that of a virtual environment.
  public HyperoptSearcher python(Path path) {
    return new HyperoptSearcher(interpreter.path(path));
  }

  /// The same with another time for each answer; two minutes unless set.
  public HyperoptSearcher answersWithin(Duration limit) {
    return new HyperoptSearcher(interpreter.limit(limit));
  }

  @Override
  public Suggestion suggest(Trials trials) {
    return PythonSearch.suggest(
        new PythonSearch.LibrarySampler("hyperopt", "tpe", interpreter), trials);
  }

  /// Without the interpreter: an experiment may continue with another one.
  @Override
  public String toString() {
    return "hyperopt(tpe)";
  }
}
