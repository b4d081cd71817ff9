package dev.manta.bench.tune;

import dev.manta.train.Metrics;
import dev.manta.tune.Space;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.internal.experiment.Experiment;
import dev.manta.tune.internal.experiment.ExperimentEvent;
import dev.manta.tune.internal.experiment.Order;
import dev.manta.tune.internal.experiment.Turn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Function;

/// The workers of an experiment in virtual time: they obey the orders of its rules, and tell them
/// what simulated trials report. Trials are never paused or lost.
final class VirtualWorkers {
  private static final double MILLIS = 1e3;

  /// What trials are.
  ///
  /// @param space where their points lie
  /// @param curves the learning curve of each
  /// @param steps how many steps one makes
  /// @param setUp how long a worker is idle before the first step of a trial
  record Work(Space space, Function<Order.Begin, LearningCurve> curves, long steps, double setUp) {}

  /// Something that the rules will be told.
  private record News(double at, long number, ExperimentEvent happening) {}

  /// A trial that a worker has.
  private static final class Attempt {
    final Order.Begin begin;
    final LearningCurve curve;
    long step;

    Attempt(Order.Begin begin, LearningCurve curve) {
      this.begin = begin;
      this.curve = curve;
    }
  }

  private final Work work;
  private final Experiment experiment;
  private final PriorityQueue<News> news =
      new PriorityQueue<>(Comparator.comparingDouble(News::at).thenComparingLong(News::number));
  private final Map<Integer, Attempt> attempts = new HashMap<>();
  private final List<Occupancy.Span> busy = new ArrayList<>();
  private final List<SearchTrace.Completion> completions = new ArrayList<>();
  private double now;
  private double lastBegun;
  private long told;
  private long stepsMade;

  private VirtualWorkers(TuneConfig config, Work work) {
    this.work = work;
    this.experiment = new Experiment(config, work.space());
  }

  /// Runs an experiment to its end.
  static SearchTrace run(TuneConfig config, Work work) {
    var workers = new VirtualWorkers(config, work);
    workers.toEnd();
    var occupancy = new Occupancy(config.concurrent(), workers.busy);
    return new SearchTrace(occupancy, workers.lastBegun, workers.completions, workers.stepsMade);
  }

  private void toEnd() {
    tell(0, new ExperimentEvent.Opened());
    while (!experiment.state().isFinished()) {
      News next = news.remove();
      now = next.at();
      notice(next.happening());
      Turn turn = experiment.hear((long) (now * MILLIS), next.happening());
      turn.failure().ifPresent(VirtualWorkers::fail);
      turn.orders().forEach(this::obey);
    }
  }

  private static void fail(RuntimeException thrown) {
    throw thrown;
  }

  private void tell(double at, ExperimentEvent happening) {
    news.add(new News(at, told++, happening));
  }

  private void notice(ExperimentEvent happening) {
    if (happening instanceof ExperimentEvent.Reported report) {
      stepsMade++;
      Attempt attempt = attempts.get(report.trial());
      if (attempt != null && attempt.step == work.steps()) {
        completions.add(new SearchTrace.Completion(stepsMade, attempt.curve.loss(attempt.step)));
      }
    }
  }

  private void obey(Order order) {
    switch (order) {
      case Order.Begin begin -> {
        var attempt = new Attempt(begin, work.curves().apply(begin));
        attempts.put(begin.trial(), attempt);
        lastBegun = now;
        step(attempt, now + work.setUp());
      }
      case Order.Continue(int trial, _) -> proceed(attempt(trial));
      case Order.Halt(int trial, _, _) -> leave(attempt(trial), ExperimentEvent.Manner.HALTED);
      case Order.Resize _, Order.Discard _ -> {}
    }
  }

  private Attempt attempt(int trial) {
    Attempt attempt = attempts.get(trial);
    if (attempt == null) {
      throw new IllegalStateException("no worker has trial " + trial + ", but it was given orders");
    }
    return attempt;
  }

  private void proceed(Attempt attempt) {
    if (attempt.step < work.steps()) {
      step(attempt, now);
    } else {
      leave(attempt, ExperimentEvent.Manner.RETURNED);
    }
  }

  private void step(Attempt attempt, double from) {
    double to = from + attempt.curve.stepTime();
    busy.add(new Occupancy.Span(from, to));
    tell(to, report(attempt, ++attempt.step));
  }

  private static ExperimentEvent report(Attempt attempt, long step) {
    int trial = attempt.begin.trial();
    Metrics metrics = Metrics.of("loss", attempt.curve.loss(step));
    return new ExperimentEvent.Reported(trial, attempt.begin.attempt(), metrics, Optional.empty());
  }

  private void leave(Attempt attempt, ExperimentEvent.Manner manner) {
    int trial = attempt.begin.trial();
    attempts.remove(trial);
    tell(now, new ExperimentEvent.Left(trial, attempt.begin.attempt(), manner, ""));
  }
}
