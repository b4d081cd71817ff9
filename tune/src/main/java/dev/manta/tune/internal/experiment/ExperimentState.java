package dev.manta.tune.internal.experiment;

import dev.manta.tune.Space;
import dev.manta.tune.Trial;
import dev.manta.tune.TrialHistory;
import dev.manta.tune.TrialState;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.internal.numbers.RandomStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// What is known of an experiment: a function of the entries of its journal, and of nothing else.
public final class ExperimentState {
  /// Parts the seeds of trials from those of suggestions.
  private static final long TRIAL_SEEDS = 0x7472_6961_6c73_0001L;

  private final TuneConfig config;
  private final TrialHistory history;
  private final List<TrialRecord> trials = new ArrayList<>();
  private final Deque<Integer> queue = new ArrayDeque<>();
  private final HeldCheckpoints held = new HeldCheckpoints();
  private final List<Double> endedValues = new ArrayList<>();
  private final Set<String> metrics = new TreeSet<>();
  private final Set<Integer> placed = new TreeSet<>();
  private int paused;
  private long now;
  private boolean closed;
  private boolean stopping;
  private boolean finished;

  /// One in which nothing has happened.
  public ExperimentState(TuneConfig config, Space space) {
    this.config = config;
    this.history = new TrialHistory(space, config.goals(), config.seed(), config.samples());
  }

  /// Takes in an entry; what is to be done because of it.
  public List<Order> apply(Entry entry) {
    now = entry.at();
    List<Order> orders = new ArrayList<>();
    happen(entry, orders);
    for (TrialRuling each : entry.rulings()) {
      obey(each, orders);
    }
    if (entry.happening() instanceof ExperimentEvent.Begun begun) {
      begin(trial(begun.trial()), orders);
    }
    if (entry.happening() instanceof ExperimentEvent.Reported report) {
      answer(trial(report.trial()), orders);
    }
    return orders;
  }

  private void happen(Entry entry, List<Order> orders) {
    switch (entry.happening()) {
      case ExperimentEvent.Opened _ -> open();
      case ExperimentEvent.Begun begun -> {
        history.begin(begun.point());
        trials.add(new TrialRecord(begun.trial(), begun.point(), config.goals()));
      }
      case ExperimentEvent.Resumed resumed -> {
        queue.remove(resumed.trial());
        begin(trial(resumed.trial()), orders);
      }
      case ExperimentEvent.Reported report -> report(trial(report.trial()), report, orders);
      case ExperimentEvent.Stored stored -> {
        TrialRecord trial = trial(stored.trial());
        save(trial, stored.saved(), trial.stepOf(stored), orders);
      }
      case ExperimentEvent.Left left -> {
        TrialRecord trial = trial(left.trial());
        trial.losses += left.manner() == ExperimentEvent.Manner.LOST ? 1 : 0;
        trial.errors += left.manner() == ExperimentEvent.Manner.THREW ? 1 : 0;
        leave(trial);
      }
      case ExperimentEvent.Closed _, ExperimentEvent.Enough _ -> closed = true;
      case ExperimentEvent.StopAsked asked -> {
        stopping = true;
        trials.stream()
            .filter(each -> each.stage == Stage.RUNNING)
            .forEach(each -> halt(each, Stage.QUEUED, asked.by(), orders));
      }
      case ExperimentEvent.Finished _ -> finished = true;
    }
  }

  private void open() {
    for (TrialRecord each : trials) {
      if (each.stage == Stage.RUNNING || each.stage == Stage.LEAVING) {
        leave(each);
      }
    }
    stopping = false;
  }

  private void begin(TrialRecord trial, List<Order> orders) {
    trial.begin(now);
    placed.add(trial.number());
    long seed = RandomStream.of(config.seed() ^ TRIAL_SEEDS, trial.number()).nextLong();
    orders.add(
        new Order.Begin(
            trial.number(),
            trial.attempt,
            trial.point(),
            seed,
            trial.from(),
            trial.fromStep(),
            trial.workers));
  }

  private void report(TrialRecord trial, ExperimentEvent.Reported report, List<Order> orders) {
    if (trial.isEarly()) {
      changing(trial, () -> trial.add(now, report), orders);
    } else {
      trial.add(now, report);
    }
    metrics.addAll(TrialRecord.numbers(report.metrics()).keySet());
    report.saved().ifPresent(saved -> save(trial, saved, trial.step(), orders));
  }

  private void save(TrialRecord trial, Saved saved, long step, List<Order> orders) {
    changing(trial, () -> trial.save(saved, step), orders);
    Order discard = new Order.Discard(saved);
    if (!held.has(saved) && !orders.contains(discard)) {
      orders.add(discard);
    }
  }

  /// Whether a trial needs a checkpoint.
  boolean needs(Saved saved) {
    return held.has(saved);
  }

  /// Checkpoints that only the trial before its change needed are discarded.
  private void changing(TrialRecord trial, Runnable change, List<Order> orders) {
    List<Saved> before = trial.needed();
    change.run();
    trial.needed().forEach(held::hold);
    for (Saved each : before) {
      held.release(each).ifPresent(unused -> orders.add(new Order.Discard(unused)));
    }
  }

  private void leave(TrialRecord trial) {
    placed.remove(trial.number());
    trial.leave(now);
    if (trial.stage == Stage.QUEUED) {
      queue.add(trial.number());
    }
    paused += trial.stage == Stage.PAUSED ? 1 : 0;
  }

  private void obey(TrialRuling ruling, List<Order> orders) {
    TrialRecord trial = trial(ruling.trial());
    switch (ruling) {
      case TrialRuling.Ends ends -> end(trial, ends, orders);
      case TrialRuling.Pauses pauses -> {
        trial.wasPaused = true;
        halt(trial, Stage.PAUSED, pauses.reason(), orders);
      }
      case TrialRuling.Resumes _ -> resume(trial);
      case TrialRuling.Clones clones -> {
        history.move(trial.number(), clones.point());
        Optional<Saved> source = trial(clones.source()).from();
        changing(trial, () -> trial.become(clones.point(), source), orders);
        halt(trial, Stage.QUEUED, clones.reason(), orders);
      }
      case TrialRuling.Resizes resizes -> {
        trial.workers = OptionalInt.of(resizes.workers());
        if (trial.stage == Stage.RUNNING && trial.attempt > 0) {
          orders.add(new Order.Resize(trial.number(), trial.attempt, resizes.workers()));
        }
      }
      case TrialRuling.Retries retries -> trial.failed(retries.reason());
    }
  }

  private void end(TrialRecord trial, TrialRuling.Ends ends, List<Order> orders) {
    List<Double> values = ends.state().hasValues() ? trial.values() : List.of();
    TrialState asked = values.isEmpty() ? TrialState.FAILED : ends.state();
    Trial ended = history.end(trial.number(), asked, values, trial.step());
    if (ended.state().hasValues()) {
      endedValues.add(ended.value());
    }
    if (ended.state() == TrialState.FAILED) {
      trial.failed(asked == TrialState.FAILED ? ends.reason() : "its values are " + values);
    }
    paused -= trial.stage == Stage.PAUSED ? 1 : 0;
    queue.remove(trial.number());
    halt(trial, Stage.ENDED, ends.reason(), orders);
  }

  private void resume(TrialRecord trial) {
    if (trial.stage == Stage.PAUSED) {
      paused--;
      trial.stage = Stage.QUEUED;
      queue.add(trial.number());
    } else if (trial.stage == Stage.LEAVING && trial.next == Stage.PAUSED) {
      trial.next = Stage.QUEUED;
    }
  }

  private void halt(TrialRecord trial, Stage next, String reason, List<Order> orders) {
    switch (trial.stage) {
      case RUNNING -> {
        trial.stage = Stage.LEAVING;
        trial.next = next;
        orders.add(new Order.Halt(trial.number(), trial.attempt, reason));
      }
      case LEAVING -> trial.next = trial.next == Stage.ENDED ? Stage.ENDED : next;
      case QUEUED, PAUSED, ENDED -> trial.stage = next == Stage.ENDED ? next : trial.stage;
    }
  }

  private static void answer(TrialRecord trial, List<Order> orders) {
    if (trial.stage == Stage.RUNNING) {
      orders.add(new Order.Continue(trial.number(), trial.attempt));
    } else if (!isTold(trial, orders)) {
      orders.add(new Order.Halt(trial.number(), trial.attempt, "the trial was told to leave"));
    }
  }

  private static boolean isTold(TrialRecord trial, List<Order> orders) {
    return orders.stream()
        .anyMatch(each -> each instanceof Order.Halt halt && halt.trial() == trial.number());
  }

  TrialRecord trial(int number) {
    return trials.get(number);
  }

  /// All trials by number.
  public List<TrialRecord> trials() {
    return Collections.unmodifiableList(trials);
  }

  /// The trials as searchers see them.
  public TrialHistory history() {
    return history;
  }

  /// The first goal's values of the trials that ended with values, in that order.
  List<Double> endedValues() {
    return endedValues;
  }

  /// How long the experiment has run, in milliseconds.
  public long now() {
    return now;
  }

  /// Whether all trials have ended.
  public boolean isFinished() {
    return finished;
  }

  /// Whether this driver has nothing left to do.
  public boolean isDone() {
    return finished || (stopping && placed.isEmpty());
  }

  /// The names of all numbers that were reported.
  public Set<String> metrics() {
    return Collections.unmodifiableSet(metrics);
  }

  /// The checkpoints that trials need.
  public Set<Saved> saved() {
    return held.all();
  }

  Deque<Integer> queue() {
    return queue;
  }

  int busy() {
    return placed.size();
  }

  /// How many workers the trials have that have a place.
  ///
  /// @param least how many one has unless that was decided
  int busyWorkers(int least) {
    return placed.stream().mapToInt(each -> trial(each).workers.orElse(least)).sum();
  }

  int paused() {
    return paused;
  }

  boolean isClosed() {
    return closed;
  }

  boolean isStopping() {
    return stopping;
  }

  /// Whether a trial has no outcome yet.
  boolean isOpen(int trial) {
    return trial < trials.size() && history.all().get(trial).state() == TrialState.RUNNING;
  }
}
