package dev.manta.bench.trees;

/// What both sides tell LightGBM.
///
/// @param forceRowWise the faster way for this table, which a library left to itself finds out in
///   its first round
public record LightgbmParameters(
    String objective, double learningRate, int numLeaves, int numThreads, boolean forceRowWise) {
  /// Of a benchmark's models.
  static final LightgbmParameters USUAL = new LightgbmParameters("binary", 0.1, 31, 1, true);
}
