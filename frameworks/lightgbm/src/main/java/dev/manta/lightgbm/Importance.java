package dev.manta.lightgbm;

/// What is counted to tell how much a model makes of a feature.
public enum Importance {
  /// In how many splits it is used; what LightGBM calls `split`.
  SPLITS,
  /// How much all splits by it improve the loss; what LightGBM calls `gain`.
  GAIN
}
