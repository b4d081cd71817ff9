package dev.manta.examples.guide;

// region: program
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Scheduler;
import dev.manta.tune.Searcher;
import dev.manta.tune.TrialContext;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;
import dev.manta.tune.space.Choice;
import dev.manta.tune.space.LogUniform;
import dev.manta.tune.space.Uniform;
import dev.manta.tune.space.When;
import java.util.OptionalDouble;

/// Searches for the way to descend a curved valley; only one of the ways has a momentum.
public final class DescentKinds {
  /// Where each parameter lies, and when it exists.
  public record Config(
      @LogUniform(low = 1e-5, high = 1e-3) double rate,
      @Choice({"plain", "momentum"}) String kind,
      @When(name = "kind", is = "momentum") @Uniform(low = 0, high = 0.95)
          OptionalDouble momentum) {}

  private DescentKinds() {}

  static void train(TrialContext<Config> trial) {
    double[] at = {-1, 1, 0, 0}; // a place and a speed
    while (trial.step() < 27) {
      double loss = descend(at, trial.config(), 20);
      trial.report(Metrics.of("loss", loss)); // ends here if the trial is pruned
    }
  }

  static double descend(double[] at, Config config, int moves) {
    for (int move = 0; move < moves; move++) {
      double steep = at[1] - at[0] * at[0];
      double[] slopes = {-2 * (1 - at[0]) - 400 * at[0] * steep, 200 * steep};
      for (int i = 0; i < 2; i++) {
        at[2 + i] = config.momentum().orElse(0) * at[2 + i] - config.rate() * slopes[i];
        at[i] += at[2 + i];
      }
    }
    return Math.pow(1 - at[0], 2) + 100 * Math.pow(at[1] - at[0] * at[0], 2);
  }

  static ResultGrid search(RunConfig run) {
    return Tuner.ofLoop(DescentKinds::train)
        .search(
            TuneConfig.minimize("loss")
                .samples(40)
                .seed(1)
                .searcher(Searcher.tpe())
                .scheduler(Scheduler.asha(1, 27, 3)))
        .run(run)
        .fit();
  }

  public static void main(String[] args) {
    ResultGrid results = search(RunConfig.named("descent-kinds"));
    System.out.println(results.best().metrics().number("loss") + " " + results.best().point());
  }
}
// endregion
