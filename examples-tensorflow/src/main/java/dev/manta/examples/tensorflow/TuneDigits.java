package dev.manta.examples.tensorflow;

import dev.manta.examples.tensorflow.DigitsCnn.Config;
import dev.manta.tensorflow.TensorflowTrainer;
import dev.manta.train.RunConfig;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;

/// Searches for the config with which the network reads digits best.
public final class TuneDigits {
  private TuneDigits() {}

  // region: tune
  static ResultGrid search(RunConfig run) {
    TensorflowTrainer trainer =
        DigitsCnn.trainer(new Config(5e-3, 32, 3), 1, RunConfig.named("digits"));
    return Tuner.of(trainer)
        .search(TuneConfig.maximize("accuracy").samples(6).concurrent(2))
        .run(run)
        .fit();
  }

  // endregion

  public static void main(String[] args) {
    ResultGrid results = search(RunConfig.named("tune-digits-tensorflow"));
    System.out.println("best config " + results.best().config(Config.class));
  }
}
