package dev.manta.lightgbm;

/// A measure of how important a feature is to a model.
public enum Importance {
  /// In how many splits it is used; what LightGBM calls `split`.
  SPLITS,
  /// How much all splits by it improve the loss; what LightGBM calls `gain`.
  GAIN
}
