package dev.manta.cli;

import dev.manta.tune.OptunaSampler;
import dev.manta.tune.Scheduler;
import dev.manta.tune.Searcher;
import java.util.Arrays;

/// Searchers and schedulers as they are typed.
final class TypedSearch {
  private static final int OTHERS = 3;

  private TypedSearch() {}

  static Searcher searcher(String name) {
    return switch (name) {
      case "auto" -> Searcher.auto();
      case "grid" -> Searcher.grid();
      case "random" -> Searcher.random();
      case "sobol" -> Searcher.sobol();
      case "tpe" -> Searcher.tpe();
      case "gp" -> Searcher.gaussianProcess();
      case "cma-es" -> Searcher.cmaEs();
      case "nsga2" ->
          throw new IllegalArgumentException(
              "nsga2 is for several metrics, and manta tune has one: leave --searcher out, or give"
                  + " a Tuner in a program TuneConfig.minimize(…).goal(…)");
      case "bohb" -> Searcher.bohb();
      case "optuna" -> Searcher.optuna();
      case "hyperopt" -> Searcher.hyperopt();
      default -> sampler(name);
    };
  }

  private static Searcher sampler(String name) {
    return Arrays.stream(OptunaSampler.values())
        .filter(each -> name.equals("optuna:" + each.code()))
        .findFirst()
        .map(Searcher::optuna)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no searcher \""
                        + name
                        + "\"; there are: auto, grid, random, sobol, tpe, gp, cma-es, bohb,"
                        + " hyperopt, optuna, optuna:SAMPLER with "
                        + Arrays.stream(OptunaSampler.values()).map(OptunaSampler::code).toList()));
  }

  static Scheduler scheduler(String typed) {
    String[] parts = typed.split(":", 2);
    if (typed.equals("fifo")) {
      return Scheduler.fifo();
    }
    if (typed.equals("asha")) {
      return Scheduler.asha();
    }
    if (parts.length < 2 || !parts[1].matches("\\d{1,9}")) {
      throw wrong(typed);
    }
    long steps = Long.parseLong(parts[1]);
    return switch (parts[0]) {
      case "asha" -> Scheduler.asha(steps);
      case "hyperband" -> Scheduler.hyperBand(steps);
      case "median" -> Scheduler.medianStopping(steps, OTHERS);
      case "pbt" -> Scheduler.populationBased(steps);
      case "pb2" -> Scheduler.populationBandits(steps);
      default -> throw wrong(typed);
    };
  }

  private static IllegalArgumentException wrong(String typed) {
    return new IllegalArgumentException(
        "there is no scheduler \""
            + typed
            + "\"; there are: fifo, asha, asha:STEPS, hyperband:STEPS, median:STEPS, pbt:STEPS,"
            + " pb2:STEPS");
  }
}
