package dev.manta.tune.internal.experiment;

import dev.manta.train.WorkerCount;
import dev.manta.tune.Point;
import dev.manta.tune.Space;
import dev.manta.tune.Stopper;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trial;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.internal.stop.ValuesSoFar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/// The rules of an experiment: which trials begin, continue, wait and end.
///
/// It has no clock, thread or file. What happens goes in; entries for the journal and orders come
/// out, and the entries are written before the orders are carried out. The same entries, replayed,
/// make the same experiment, which decides from there on as the first one would have. It is for one
/// thread.
public final class Experiment {
  private final TuneConfig config;
  private final ExperimentState state;
  private final TrialRules judge;
  private final int least;
  private int capacity = Integer.MAX_VALUE;
  private boolean lacksCapacity;

  /// An experiment without trials, of a plain function.
  public Experiment(TuneConfig config, Space space) {
    this(config, space, new WorkerCount(1, 1));
  }

  /// @param workers how many workers a trial may have
  public Experiment(TuneConfig config, Space space, WorkerCount workers) {
    this.config = config.checked(space);
    this.state = new ExperimentState(config, space);
    this.judge = new TrialRules(config, space, workers, state);
    this.least = workers.min();
  }

  /// Takes in what an earlier driver has written.
  public void replay(Entry entry) {
    judge.hearAgain(entry);
    var _ = state.apply(entry);
  }

  /// What follows from something that happened. News of an attempt that is over changes nothing.
  public Turn hear(long at, ExperimentEvent happening) {
    var draft = new Draft(at);
    if (isStale(happening)) {
      return answerStale(happening);
    }
    if (isSaidAgain(happening)) {
      return new Turn(List.of(), List.of());
    }
    draft.happen(happening);
    enough(at).ifPresent(draft::happen);
    Optional<RuntimeException> failure = draft.tryFill();
    return new Turn(draft.entries, draft.orders, failure);
  }

  /// How many workers all trials together may have from now on; any number unless set. Trials that
  /// run are not affected; those that wait are begun by [#fill].
  public void limitWorkers(int workers) {
    capacity = workers;
  }

  /// Begins what there is capacity for.
  public Turn fill(long at) {
    var draft = new Draft(at);
    Optional<RuntimeException> failure = draft.tryFill();
    return new Turn(draft.entries, draft.orders, failure);
  }

  /// Whether a trial waits only because there is no capacity for it.
  public boolean lacksCapacity() {
    return lacksCapacity;
  }

  /// How many workers it could have.
  ///
  /// @param used how many its trials have
  /// @param piece how many the next trial needs
  /// @param most how many it could use
  public record Need(int used, int piece, int most) {}

  /// What it needs now.
  public Need need() {
    int used = state.busyWorkers(least);
    if (config.scheduler().isSideBySide()) {
      int all = Math.max(used, open() * least);
      return new Need(state.busy() > 0 ? all : 0, Math.max(1, all), all);
    }
    int places = Math.min(config.concurrent() - state.busy(), waiting());
    return new Need(used, next(), lacksCapacity ? used + Math.max(next(), places * least) : used);
  }

  /// How many trials could run at once that have not ended.
  private int open() {
    int ended = state.history().ended().size();
    int most = state.isClosed() ? state.trials().size() : config.samples().orElse(1 << 30);
    return Math.min(config.concurrent(), most - ended);
  }

  private int waiting() {
    return state.isClosed() ? state.queue().size() : config.concurrent();
  }

  /// How many workers the trial has that would begin next.
  private int next() {
    return state.queue().isEmpty()
        ? least
        : state.trial(state.queue().element()).workers.orElse(least);
  }

  /// Where trials are compared while they run, the first one waits until all of them fit.
  private boolean hasCapacity() {
    return config.scheduler().isSideBySide()
        ? state.busy() > 0 || capacity >= open() * least
        : capacity - state.busyWorkers(least) >= next();
  }

  private boolean isStale(ExperimentEvent happening) {
    return switch (happening) {
      case ExperimentEvent.Reported(int trial, int attempt, _, _, _) ->
          !isCurrent(trial, attempt) || !state.isOpen(trial);
      case ExperimentEvent.Stored(int trial, int attempt, _, _) -> !isCurrent(trial, attempt);
      case ExperimentEvent.Left(int trial, int attempt, _, _) -> !isCurrent(trial, attempt);
      case ExperimentEvent.Enough _, ExperimentEvent.StopAsked _ -> state.isDone();
      case ExperimentEvent.Opened _,
          ExperimentEvent.Begun _,
          ExperimentEvent.Resumed _,
          ExperimentEvent.Closed _,
          ExperimentEvent.Finished _ ->
          false;
    };
  }

  /// A run that continues may say again what it reported before its last checkpoint.
  private boolean isSaidAgain(ExperimentEvent happening) {
    return happening instanceof ExperimentEvent.Reported report
        && report.runStep().isPresent()
        && state.trial(report.trial()).stepOf(report) <= state.trial(report.trial()).begunAt();
  }

  private boolean isCurrent(int trial, int attempt) {
    TrialRecord known = state.trial(trial);
    boolean placed = known.stage() == Stage.RUNNING || known.stage() == Stage.LEAVING;
    return placed && known.attempt() == attempt;
  }

  private Turn answerStale(ExperimentEvent happening) {
    return switch (happening) {
      case ExperimentEvent.Reported report ->
          new Turn(
              List.of(),
              List.of(new Order.Halt(report.trial(), report.attempt(), "the trial has ended")));
      case ExperimentEvent.Stored stored when !state.needs(stored.saved()) ->
          new Turn(List.of(), List.of(new Order.Discard(stored.saved())));
      case ExperimentEvent.Stored _,
          ExperimentEvent.Left _,
          ExperimentEvent.Enough _,
          ExperimentEvent.StopAsked _,
          ExperimentEvent.Opened _,
          ExperimentEvent.Begun _,
          ExperimentEvent.Resumed _,
          ExperimentEvent.Closed _,
          ExperimentEvent.Finished _ ->
          new Turn(List.of(), List.of());
    };
  }

  /// Whether the experiment as a whole has run for long enough.
  private Optional<ExperimentEvent> enough(long at) {
    List<Trial> ended = state.history().ended();
    if (config.until().isEmpty() || ended.isEmpty() || state.isClosed()) {
      return Optional.empty();
    }
    var values = new ValuesSoFar(state.endedValues());
    var progress = new Stopper.Progress(ended.size(), Duration.ofMillis(at), values);
    return config.until().get().reason(progress).map(ExperimentEvent.Enough::new);
  }

  /// What is known of the experiment.
  public ExperimentState state() {
    return state;
  }

  /// When its time is over, in milliseconds that it has run.
  public Optional<Long> deadline() {
    return config.budget().filter(_ -> !state.isClosed()).map(Duration::toMillis);
  }

  /// The entries and orders of one turn, as they come.
  private final class Draft {
    private final long at;
    private final List<Entry> entries = new ArrayList<>();
    private final List<Order> orders = new ArrayList<>();

    Draft(long at) {
      this.at = at;
    }

    void happen(ExperimentEvent happening) {
      var entry = new Entry(at, happening, judge.rule(at, happening));
      orders.addAll(state.apply(entry));
      entries.add(entry);
    }

    /// What happened stays so, whatever a searcher throws when it is asked what is next. One that
    /// gives up, as the experiment is stopped, throws too.
    Optional<RuntimeException> tryFill() {
      try {
        fill();
        return Optional.empty();
      } catch (CancellationException given) {
        return state.history().cache().isCancelled() ? Optional.empty() : Optional.of(given);
      } catch (RuntimeException thrown) {
        return Optional.of(thrown);
      }
    }

    /// Gives away places that are free.
    private void fill() {
      boolean continues = !state.isStopping() && !state.isFinished();
      lacksCapacity = false;
      while (continues && state.busy() < config.concurrent()) {
        lacksCapacity = !(state.isClosed() && state.queue().isEmpty()) && !hasCapacity();
        continues = !lacksCapacity && (state.queue().isEmpty() ? beginsNext() : resumesNext());
      }
      boolean idle = state.busy() == 0 && state.queue().isEmpty();
      if (state.isClosed() && idle && !state.isFinished() && !state.isStopping()) {
        end();
      }
    }

    private boolean resumesNext() {
      TrialRecord next = state.trial(state.queue().element());
      happen(new ExperimentEvent.Resumed(next.number(), next.attempt() + 1));
      return true;
    }

    /// False when there is nothing to begin now. That nothing further begins may resume what waits.
    private boolean beginsNext() {
      int begun = state.trials().size();
      if (state.isClosed()) {
        return false;
      }
      if (begun >= config.samples().orElse(Integer.MAX_VALUE)) {
        happen(new ExperimentEvent.Closed("all " + begun + " trials have begun"));
        return true;
      }
      switch (config.searcher().suggest(state.history())) {
        case Suggestion.Try(Point point, String reason) -> {
          happen(new ExperimentEvent.Begun(begun, point, reason));
          if (begun + 1 == config.samples().orElse(-1)) {
            return beginsNext();
          }
        }
        case Suggestion.End(String reason) -> happen(new ExperimentEvent.Closed(reason));
        case Suggestion.Wait(String reason) -> {
          if (state.busy() > 0) {
            return false;
          }
          happen(new ExperimentEvent.Closed("nothing runs, and still " + reason));
        }
      }
      return true;
    }

    private void end() {
      if (state.paused() > 0) {
        happen(new ExperimentEvent.Enough("it was paused when the experiment ended"));
      }
      happen(new ExperimentEvent.Finished());
    }
  }
}
