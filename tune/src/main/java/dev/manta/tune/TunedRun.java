package dev.manta.tune;

import dev.manta.train.RunConfig;
import dev.manta.train.Tracker;

/// What the run config of an experiment says of its trials: some of it is theirs too, and what it
/// cannot mean is refused by its name.
final class TunedRun {
  private TunedRun() {}

  /// The run config of a trainer with that of its experiment over it.
  static RunConfig over(RunConfig own, RunConfig experiment) {
    RunConfig[] all = {own.storagePatience(experiment.storagePatience())};
    experiment.environment().forEach((name, value) -> all[0] = all[0].environment(name, value));
    experiment.tags().forEach((name, value) -> all[0] = all[0].tag(name, value));
    experiment.reductions().forEach((key, value) -> all[0] = all[0].reduce(key, value));
    experiment.trackers().forEach(each -> all[0] = all[0].tracker(each));
    experiment.passes().forEach(each -> all[0] = all[0].passes(each));
    RunConfig plain = RunConfig.defaults();
    if (!experiment.failures().equals(plain.failures())) {
      all[0] = all[0].failures(experiment.failures());
    }
    if (!experiment.checkpoints().equals(plain.checkpoints())) {
      all[0] = all[0].checkpoints(experiment.checkpoints());
    }
    experiment.logLevel().ifPresent(level -> all[0] = all[0].logLevel(level));
    return all[0];
  }

  static void requireForTrainer(RunConfig run) {
    requireForAll(run);
    require(
        !run.acceptsOtherFunction(),
        "renamedFunction()",
        "an experiment resumes whose config record has the name that it had");
  }

  static void requireForFunction(RunConfig run) {
    requireForAll(run);
    String runs = "trials of a plain function are not runs; tune a trainer, whose trials are";
    RunConfig plain = RunConfig.defaults();
    require(run.trackers().isEmpty(), "tracker(…)", runs);
    require(run.tags().isEmpty(), "tag(…)", runs);
    require(run.reductions().isEmpty(), "reduce(…)", runs);
    require(run.passes().isEmpty(), "passes(…)", runs);
    require(run.logLevel().isEmpty(), "logLevel(…)", runs);
    require(run.checkpoints().equals(plain.checkpoints()), "checkpoints(…)", runs);
    require(
        run.failures().equals(plain.failures()),
        "failures(…)",
        "say TuneConfig.retries(…) for lost processes and errorRetries(…) for exceptions");
    require(!run.acceptsOtherFunction(), "renamedFunction()", runs);
  }

  private static void requireForAll(RunConfig run) {
    require(
        run.trackers().stream().noneMatch(TunedRun::isDashboard),
        "dashboard()",
        "type `manta dashboard`, which shows the experiment and its trials");
    require(
        run.stops().isEmpty(),
        "stopWhen(…)",
        "say TuneConfig.stopTrialsWhen(…) for each trial, stopWhen(…) or timeBudget(…) for all");
    require(
        run.listeners().isEmpty(),
        "listener(…)",
        "a listener hears one run; give one to a trainer, which hears all its trials");
    require(
        run.notices().isEmpty(),
        "notices(…)",
        "stop the program before its machine is taken away; the same name resumes it");
  }

  /// Its module may not be there, so it is known by its package.
  private static boolean isDashboard(Tracker tracker) {
    return tracker.getClass().getPackageName().startsWith("dev.manta.dashboard");
  }

  private static void require(boolean isSo, String said, String next) {
    if (!isSo) {
      throw new IllegalArgumentException(
          "an experiment has no use for RunConfig." + said + ": " + next);
    }
  }
}
