package dev.manta.xgboost;

/// A measure of how important a feature is to a model.
public enum Importance {
  /// In how many splits it is used.
  WEIGHT,
  /// How much a split by it improves the loss, on average.
  GAIN,
  /// How many rows a split by it concerns, on average.
  COVER,
  /// How much all splits by it improve the loss.
  TOTAL_GAIN,
  /// How many rows all splits by it concern.
  TOTAL_COVER
}
