package dev.manta.bench.tune;

import dev.manta.spi.json.JsonBytes;
import dev.manta.train.Metrics;
import dev.manta.tune.Scheduler;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.internal.experiment.Entry;
import dev.manta.tune.internal.experiment.EntryText;
import dev.manta.tune.internal.experiment.Experiment;
import dev.manta.tune.internal.experiment.ExperimentEvent;
import dev.manta.tune.internal.experiment.Order;
import dev.manta.tune.internal.experiment.Turn;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// Results through the rules of an experiment, with the lines of its journal, on one thread.
final class ExperimentRate {
  private static final int TRIALS = 20_000;
  private static final int PLACES = 64;
  private static final int STEPS = 64;

  private final Deque<ExperimentEvent> next = new ArrayDeque<>();
  private final int[] steps = new int[TRIALS];
  private long reports;

  private ExperimentRate() {}

  /// Results in a second.
  static double measure() {
    new ExperimentRate().run();
    return new ExperimentRate().run();
  }

  private double run() {
    TuneConfig config =
        TuneConfig.minimize("loss")
            .samples(TRIALS)
            .concurrent(PLACES)
            .searcher(Searcher.random())
            .scheduler(Scheduler.asha(STEPS));
    var experiment = new Experiment(config, Space.of().uniform("x", 0, 1));
    var lines = new JsonBytes();
    long began = System.nanoTime();
    next.add(new ExperimentEvent.Opened());
    while (!experiment.state().isFinished()) {
      Turn turn = experiment.hear(0, next.remove());
      for (Entry each : turn.entries()) {
        EntryText.write(each, lines);
      }
      lines.clear();
      turn.orders().forEach(this::obey);
    }
    return reports / ((System.nanoTime() - began) / 1e9);
  }

  private void obey(Order order) {
    switch (order) {
      case Order.Begin begin -> report(begin.trial(), begin.attempt());
      case Order.Continue(int trial, int attempt) -> report(trial, attempt);
      case Order.Halt(int trial, int attempt, _) ->
          next.add(new ExperimentEvent.Left(trial, attempt, ExperimentEvent.Manner.HALTED, ""));
      case Order.Resize _, Order.Discard _ -> {}
    }
  }

  private void report(int trial, int attempt) {
    reports++;
    double loss = (trial * 7919L % TRIALS) / (double) ++steps[trial];
    next.add(
        new ExperimentEvent.Reported(trial, attempt, Metrics.of("loss", loss), Optional.empty()));
  }
}
