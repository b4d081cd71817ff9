package dev.manta.tune.internal.python;

import dev.manta.spi.json.JsonArray;
import dev.manta.tune.Point;
import dev.manta.tune.PythonInterpreter;
import dev.manta.tune.SearchCache;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trials;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A search by a library of Python: the process that knows its trials, while there is one.
///
/// The process is a cache. One that has ended is begun again and told all trials, and gives the
/// answers that it would have given.
public final class PythonSearch implements SearchCache.Kept {
  private final LibrarySampler sampler;
  private @Nullable PythonSession session;

  /// A sampler of a Python library, and the interpreter that has it.
  ///
  /// @param library its package
  /// @param name which of its algorithms
  /// @param interpreter the Python that has it
  public record LibrarySampler(String library, String name, PythonInterpreter interpreter) {
    @Override
    public String toString() {
      return library + "(" + name + ")";
    }
  }

  private PythonSearch(LibrarySampler sampler) {
    this.sampler = sampler;
  }

  /// The next point. A space without a choice needs no Python.
  public static Suggestion suggest(LibrarySampler sampler, Trials trials) {
    EncodedSpace space = EncodedSpace.of(trials.space());
    if (!space.parameters().isEmpty()) {
      return trials.cache().get(sampler, PythonSearch.class, PythonSearch::new).suggest(trials);
    }
    Point only = trials.space().complete(space.decode(new JsonArray(List.of())));
    return new Suggestion.Try(only, "there is no other point");
  }

  private Suggestion suggest(Trials trials) {
    try {
      return asked(trials);
    } catch (PythonEnded first) {
      return askedAgain(trials);
    }
  }

  private Suggestion askedAgain(Trials trials) {
    try {
      return asked(trials);
    } catch (PythonEnded again) {
      throw PythonFailure.ended(sampler, again);
    }
  }

  /// A session that has not answered is not asked again.
  private Suggestion asked(Trials trials) throws PythonEnded {
    PythonSession with = session == null ? PythonSession.open(sampler, trials) : session;
    session = with;
    boolean answered = false;
    try {
      Suggestion suggestion = with.suggest(trials);
      answered = true;
      return suggestion;
    } finally {
      if (!answered) {
        close();
      }
    }
  }

  @Override
  public void close() {
    if (session != null) {
      session.close();
      session = null;
    }
  }
}
