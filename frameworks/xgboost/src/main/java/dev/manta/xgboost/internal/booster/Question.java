package dev.manta.xgboost.internal.booster;

/// What a model is asked of rows.
///
/// @param margins whether what the trees add up to is wanted, before it is made a prediction
/// @param training whether the answer is for a gradient
/// @param rounds those that answer, from the first on; 0 for all
public record Question(boolean margins, boolean training, int rounds) {
  /// What it predicts.
  public static Question predictions(int rounds) {
    return new Question(false, false, rounds);
  }

  /// What the trees add up to.
  static Question plainMargins() {
    return new Question(true, false, 0);
  }

  /// What the trees add up to, for a gradient.
  public static Question trainingMargins() {
    return new Question(true, true, 0);
  }

  String json() {
    return "{\"type\":%s,\"training\":%s,\"iteration_begin\":0,\"iteration_end\":%s,\"strict_shape\":true,\"missing\":NaN}"
        .formatted(margins ? 1 : 0, training, rounds);
  }
}
