package dev.manta.bench.search;

import dev.manta.bench.Dialogue;
import java.io.IOException;
import java.util.List;

/// A study of Optuna on a test function: it suggests, the values are computed here.
final class OptunaStudy {
  private OptunaStudy() {}

  /// The regret after so many trials.
  static double regret(
      Dialogue optuna, String sampler, TestFunction function, long seed, int budget)
      throws IOException {
    var line = new StringBuilder("study " + sampler + " " + seed + " " + budget);
    for (int i = 0; i < function.dimensions(); i++) {
      line.append(' ').append(function.low()[i]).append(',').append(function.high()[i]);
    }
    optuna.say(line.toString());
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < budget; i++) {
      List<String> words = optuna.hear("x ");
      double[] place = words.stream().mapToDouble(Double::parseDouble).toArray();
      double value = function.values().applyAsDouble(place);
      least = Math.min(least, value);
      optuna.say(Double.toString(value));
    }
    return function.regret(least);
  }
}
