package dev.manta.bench.trees;

/// What both sides tell LightGBM.
public record LightgbmParameters(
    String objective, double learningRate, int numLeaves, int numThreads) {
  /// Of a benchmark's models.
  static final LightgbmParameters USUAL = new LightgbmParameters("binary", 0.1, 31, 1);
}
