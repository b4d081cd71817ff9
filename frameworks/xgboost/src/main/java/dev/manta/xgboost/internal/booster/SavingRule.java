package dev.manta.xgboost.internal.booster;

import java.util.Map;

/// When a model that is being trained is written anew as bytes, for the case that a rank is lost. A
/// model grows with each round, so to write it each time would cost more and more: it is done when
/// the rounds since took fifty times as long, and lost rounds are trained again. All ranks come to
/// the same answer, as nothing is measured.
///
/// @param roundNanos what a round is estimated to take
public record SavingRule(double roundNanos) {
  private static final int TIMES = 50;

  /// As measured: of each round, of each value at each level of a tree, of each byte of a model.
  private static final double ROUND_NANOS = 300_000;

  private static final double VALUE_NANOS = 1.2;
  private static final double BYTE_NANOS = 3;
  private static final int DEPTH = 6;

  /// Every time.
  public static SavingRule always() {
    return new SavingRule(Double.POSITIVE_INFINITY);
  }

  /// For training on so many values in each rank.
  public static SavingRule of(double values, Map<String, String> parameters) {
    int depth = Integer.parseInt(parameters.getOrDefault("max_depth", Integer.toString(DEPTH)));
    int trees =
        Math.max(1, Integer.parseInt(parameters.getOrDefault("num_class", "1")))
            * Integer.parseInt(parameters.getOrDefault("num_parallel_tree", "1"));
    double nanos = VALUE_NANOS * values * (depth < 1 ? DEPTH : depth) * trees;
    return new SavingRule(ROUND_NANOS + nanos);
  }

  /// Whether it is time.
  ///
  /// @param rounds since the model was written
  /// @param bytes that it had
  public boolean isDue(int rounds, long bytes) {
    return rounds > 0 && rounds * roundNanos >= TIMES * BYTE_NANOS * bytes;
  }
}
