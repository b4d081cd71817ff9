package dev.manta.tune;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// What an experiment is for, how it searches, and when it ends.
///
/// @param goals what is to be small or large; the first one is what schedulers and stoppers look at
/// @param samples how many trials begin; empty where the searcher or the time ends the experiment
/// @param concurrent how many trials run at a time
/// @param searcher who suggests points
/// @param scheduler who stops trials early
/// @param seed what random numbers begin with
/// @param retries how many times a trial begins again whose process was lost
/// @param errorRetries how many times a trial begins again whose function threw
/// @param stopper when a trial has run for long enough
/// @param until when the experiment has: its values are those of the trials that ended
/// @param budget how long the experiment runs at most, over all drivers
/// @param lenient whether the search continues where no report has a goal's metric
public record TuneConfig(
    List<Goal> goals,
    OptionalInt samples,
    int concurrent,
    Searcher searcher,
    Scheduler scheduler,
    long seed,
    int retries,
    int errorRetries,
    Optional<Stopper> stopper,
    Optional<Stopper> until,
    Optional<Duration> budget,
    boolean lenient) {
  private static final int RETRIES = 2;

  public TuneConfig {
    goals = List.copyOf(goals);
    if (goals.isEmpty()) {
      throw new IllegalArgumentException("a search needs a goal, but has none");
    }
    if (goals.stream().map(Goal::metric).distinct().count() < goals.size()) {
      throw new IllegalArgumentException("two goals are of the same metric: " + goals);
    }
    if (samples.isPresent() && samples.getAsInt() < 1) {
      throw new IllegalArgumentException("samples must be at least 1, not " + samples.getAsInt());
    }
    if (concurrent < 1) {
      throw new IllegalArgumentException("concurrent must be at least 1, not " + concurrent);
    }
    if (retries < 0 || errorRetries < 0) {
      throw new IllegalArgumentException(
          "retries must be at least 0, not " + retries + " and " + errorRetries);
    }
    if (budget.isPresent() && !budget.get().isPositive()) {
      throw new IllegalArgumentException("the time budget must be above 0, not " + budget.get());
    }
  }

  /// Makes a metric small.
  public static TuneConfig minimize(String metric) {
    return of(Goal.minimize(metric));
  }

  /// Makes a metric large.
  public static TuneConfig maximize(String metric) {
    return of(Goal.maximize(metric));
  }

  /// Pursues some goals.
  public static TuneConfig of(Goal... goals) {
    return new TuneConfig(
        List.of(goals),
        OptionalInt.empty(),
        Runtime.getRuntime().availableProcessors(),
        Searcher.auto(),
        Scheduler.fifo(),
        0,
        RETRIES,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false);
  }

  /// The same with one more goal.
  public TuneConfig goal(Goal another) {
    List<Goal> more = new ArrayList<>(goals);
    more.add(another);
    return with(each -> each.goals = more);
  }

  /// The same with so many trials.
  public TuneConfig samples(int trials) {
    return with(each -> each.samples = OptionalInt.of(trials));
  }

  /// The same with so many trials at a time; as many as there are processors unless set.
  public TuneConfig concurrent(int trials) {
    return with(each -> each.concurrent = trials);
  }

  /// The same with another searcher; [Searcher#auto] unless set.
  public TuneConfig searcher(Searcher other) {
    return with(each -> each.searcher = other);
  }

  /// The same with another scheduler; [Scheduler#fifo] unless set.
  public TuneConfig scheduler(Scheduler other) {
    return with(each -> each.scheduler = other);
  }

  /// The same with another seed; 0 unless set.
  public TuneConfig seed(long other) {
    return with(each -> each.seed = other);
  }

  /// How many times a trial begins again whose process was killed, ran out of memory or crashed,
  /// from its last checkpoint; twice unless set.
  public TuneConfig retries(int times) {
    return with(each -> each.retries = times);
  }

  /// How many times a trial begins again whose function threw; never unless set, as the same point
  /// mostly throws the same again.
  public TuneConfig errorRetries(int times) {
    return with(each -> each.errorRetries = times);
  }

  /// Stops each trial when the stopper says so.
  public TuneConfig stopTrialsWhen(Stopper other) {
    return with(each -> each.stopper = Optional.of(other));
  }

  /// Ends the experiment when the stopper says so. Its steps are trials that ended, its values
  /// theirs, of the first goal.
  public TuneConfig stopWhen(Stopper other) {
    return with(each -> each.until = Optional.of(other));
  }

  /// Ends the experiment after so much time. What drivers before a restore took is counted.
  public TuneConfig timeBudget(Duration most) {
    return with(each -> each.budget = Optional.of(most));
  }

  /// Accepts that reports lack the metric of a goal: a trial that ends without the metric has
  /// failed, and the others continue. No scheduler stops a trial that does not report it. Unless
  /// set, the search ends when the first trial ends without it, or has made ten reports without it
  /// to a scheduler that decides by the metric.
  public TuneConfig lenientMetrics() {
    return with(each -> each.lenient = true);
  }

  /// This, if it can search that space and ends some day.
  public TuneConfig checked(Space space) {
    searcher.check(space.checked(), goals);
    boolean ends = samples.isPresent() || until.isPresent() || budget.isPresent();
    if (!ends && !searcher.isFinite(space, goals)) {
      throw new IllegalArgumentException(
          searcher + " never ends by itself: say samples(50), timeBudget(…) or stopWhen(…)");
    }
    return this;
  }

  private TuneConfig with(Consumer<Draft> change) {
    var draft = new Draft(this);
    change.accept(draft);
    return draft.done();
  }

  private static final class Draft {
    List<Goal> goals;
    OptionalInt samples;
    int concurrent;
    Searcher searcher;
    Scheduler scheduler;
    long seed;
    int retries;
    int errorRetries;
    Optional<Stopper> stopper;
    Optional<Stopper> until;
    Optional<Duration> budget;
    boolean lenient;

    Draft(TuneConfig from) {
      goals = from.goals;
      samples = from.samples;
      concurrent = from.concurrent;
      searcher = from.searcher;
      scheduler = from.scheduler;
      seed = from.seed;
      retries = from.retries;
      errorRetries = from.errorRetries;
      stopper = from.stopper;
      until = from.until;
      budget = from.budget;
      lenient = from.lenient;
    }

    TuneConfig done() {
      return new TuneConfig(
          goals,
          samples,
          concurrent,
          searcher,
          scheduler,
          seed,
          retries,
          errorRetries,
          stopper,
          until,
          budget,
          lenient);
    }
  }
}
