package dev.manta.bench.tune;

import dev.manta.tune.Scheduler;
import dev.manta.tune.Searcher;
import dev.manta.tune.TuneConfig;
import java.util.Map;

/// ASHA and random search on the same learning curves.
final class AshaSimulation {
  private static final int WORKERS = 64;
  private static final int STEPS = 64;

  /// A part of the time of an average step.
  private static final double SET_UP = 0.05;

  private static final int RANDOM_TRIALS = 1024;

  /// So many that ASHA makes about as many steps as random search.
  private static final int HALVED_TRIALS = 16 * RANDOM_TRIALS;

  private AshaSimulation() {}

  /// Figures by name. A seed in which ASHA does not find what random search did costs it the steps
  /// of both.
  static Map<String, Double> measure(long seed) {
    SearchTrace random = search(seed, Scheduler.fifo(), RANDOM_TRIALS);
    SearchTrace asha = search(seed, Scheduler.asha(STEPS), HALVED_TRIALS);
    SearchTrace same = search(seed, Scheduler.asha(STEPS), RANDOM_TRIALS);
    double steps = asha.stepsTo(random.best()).orElse(asha.steps() + random.steps());
    return Map.of(
        "makespan", whole(asha),
        "begun", asha.occupancy().utilisation(asha.lastBegun()),
        "same makespan", whole(same),
        "whole", steps / random.steps(),
        "until", steps / random.stepsTo(random.best()).orElseThrow(),
        "found", found(asha, random),
        "same found", found(same, random));
  }

  private static double found(SearchTrace asha, SearchTrace random) {
    return asha.stepsTo(random.best()).isPresent() ? 100 : 0;
  }

  private static double whole(SearchTrace trace) {
    return trace.occupancy().utilisation(trace.occupancy().makespan());
  }

  /// The points and curves of trials depend on the seed and their numbers alone.
  private static SearchTrace search(long seed, Scheduler scheduler, int trials) {
    TuneConfig config =
        TuneConfig.minimize("loss")
            .samples(trials)
            .concurrent(WORKERS)
            .searcher(Searcher.random())
            .scheduler(scheduler)
            .seed(seed);
    CurveFamily family = CurveFamily.of(seed);
    var work =
        new VirtualWorkers.Work(
            CurveFamily.space(), begin -> family.curve(begin.point(), begin.seed()), STEPS, SET_UP);
    return VirtualWorkers.run(config, work);
  }
}
