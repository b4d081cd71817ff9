package dev.manta.tune;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.tune.internal.search.Fronts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A search that somebody else drives: `ask` for a trial, run it, `tell` what came of it.
///
/// Any number of threads may ask and tell at once. Closing it ends what its searcher keeps, such as
/// a Python process; a study of any other searcher needs no end.
public final class Study implements AutoCloseable {
  private final Searcher searcher;
  private final TrialHistory history;

  private Study(Searcher searcher, TrialHistory history) {
    searcher.check(history.space(), history.goals());
    this.searcher = searcher;
    this.history = history;
  }

  /// What a study is made of.
  ///
  /// @param space where points lie
  /// @param goals what is to be small or large
  /// @param searcher who suggests points
  /// @param seed what random numbers begin with
  /// @param planned how many trials there will be, where that is known
  public record Setup(
      Space space, List<Goal> goals, Searcher searcher, long seed, OptionalInt planned) {
    public Setup {
      goals = List.copyOf(goals);
    }

    /// The same with another searcher.
    public Setup searcher(Searcher other) {
      return new Setup(space, goals, other, seed, planned);
    }

    /// The same with another seed.
    public Setup seed(long other) {
      return new Setup(space, goals, searcher, other, planned);
    }

    /// The same with so many trials planned; it does not limit them.
    public Setup trials(int count) {
      return new Setup(space, goals, searcher, seed, OptionalInt.of(count));
    }

    /// The same with one more goal that is to be small.
    public Setup minimize(String metric) {
      return with(Goal.minimize(metric));
    }

    /// The same with one more goal that is to be large.
    public Setup maximize(String metric) {
      return with(Goal.maximize(metric));
    }

    private Setup with(Goal goal) {
      List<Goal> more = new ArrayList<>(goals);
      more.add(goal);
      return new Setup(space, more, searcher, seed, planned);
    }

    /// The study, without trials.
    public Study start() {
      return new Study(searcher, new TrialHistory(space, goals, seed, planned));
    }

    /// The study with the trials of an earlier one of the same setup: its next suggestions are
    /// those that the earlier one would have made.
    ///
    /// @param begun the points of all trials, in the order of their numbers
    /// @param ended the trials that ended, in that order
    public Study resume(List<Point> begun, List<Trial> ended) {
      var history = new TrialHistory(space, goals, seed, planned);
      begun.forEach(history::begin);
      for (Trial each : ended) {
        history.end(each.number(), each.state(), each.values(), each.resource());
      }
      return new Study(searcher, history);
    }
  }

  /// A study that makes a metric small.
  public static Setup minimize(Space space, String metric) {
    return new Setup(
        space, List.of(Goal.minimize(metric)), Searcher.auto(), 0, OptionalInt.empty());
  }

  /// A study that makes a metric large.
  public static Setup maximize(Space space, String metric) {
    return new Setup(
        space, List.of(Goal.maximize(metric)), Searcher.auto(), 0, OptionalInt.empty());
  }

  /// The next trial; an error where there is none now.
  public Trial ask() {
    synchronized (history) {
      return switch (searcher.suggest(history)) {
        case Suggestion.Try(Point point, _) -> history.begin(point);
        case Suggestion.Wait(String reason) -> throw none("no trial may begin now: " + reason);
        case Suggestion.End(String reason) -> throw none("there is no further trial: " + reason);
      };
    }
  }

  private static MantaException none(String message) {
    return new MantaException(ErrorCode.USER, message);
  }

  /// The next trial, if there is one now.
  public Optional<Trial> poll() {
    synchronized (history) {
      return searcher.suggest(history) instanceof Suggestion.Try(Point point, _)
          ? Optional.of(history.begin(point))
          : Optional.empty();
    }
  }

  /// A trial ended with a value. NaN makes it a failed one.
  public Trial tell(Trial trial, double value) {
    return tell(trial, List.of(value));
  }

  /// A trial ended with a value for each goal.
  public Trial tell(Trial trial, List<Double> values) {
    synchronized (history) {
      return history.end(trial.number(), TrialState.COMPLETE, values, 0);
    }
  }

  /// A trial was stopped early, after so much of its resource.
  public Trial tellStopped(Trial trial, List<Double> values, long resource) {
    synchronized (history) {
      return history.end(trial.number(), TrialState.STOPPED, values, resource);
    }
  }

  /// A trial failed.
  public Trial tellFailed(Trial trial) {
    synchronized (history) {
      return history.end(trial.number(), TrialState.FAILED, List.of(), 0);
    }
  }

  /// All trials by number.
  public List<Trial> trials() {
    synchronized (history) {
      return List.copyOf(history.all());
    }
  }

  /// The trials that ended, in that order.
  public List<Trial> ended() {
    synchronized (history) {
      return List.copyOf(history.ended());
    }
  }

  /// The complete trial with the best value of the first goal; the earlier one of equals.
  public Trial best() {
    return complete().stream()
        .min(Comparator.comparingDouble(this::loss).thenComparingInt(Trial::number))
        .orElseThrow(() -> none("no trial has ended with a value yet, so none is the best"));
  }

  private double loss(Trial trial) {
    return history.loss(trial);
  }

  /// The complete trials that no other one is better than in every goal.
  public List<Trial> front() {
    return Fronts.of(history.goals(), complete()).first();
  }

  private List<Trial> complete() {
    return trials().stream().filter(each -> each.state() == TrialState.COMPLETE).toList();
  }

  /// Ends what the searcher keeps between two suggestions. The study may still be asked.
  @Override
  public void close() {
    synchronized (history) {
      history.close();
    }
  }

  /// The config record of a trial.
  public <T extends Record> T config(Trial trial, Class<T> type) {
    return history.space().config(trial.point(), type);
  }
}
