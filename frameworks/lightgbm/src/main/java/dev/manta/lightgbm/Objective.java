package dev.manta.lightgbm;

/// A loss function of one's own, which training minimizes by its derivatives.
@FunctionalInterface
public interface Objective {
  /// Fills in the first and second derivative of the loss by each score: what the trees add up to
  /// for a row. Where there are several trees a round, the scores of all rows by the first come
  /// first, then those by the second.
  void differentiate(double[] scores, float[] labels, float[] gradients, float[] hessians);
}
