package dev.manta.lightgbm.internal.boost;

/// What a model is asked for each row.
public enum Answer {
  /// A probability, a number, or one for each class.
  PREDICTION(0),
  /// The sum of leaves before it is made a prediction.
  RAW(1),
  /// Which leaf each tree puts the row into.
  LEAVES(2),
  /// How much each feature adds to the raw score, and last what all rows have in common.
  CONTRIBUTIONS(3);

  private final int code;

  Answer(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
