package dev.manta.lightgbm.internal.run;

/// The derivatives of a loss by the scores of rows.
@FunctionalInterface
public interface Derivatives {
  /// Fills in the first and second derivative by each score, class after class.
  void differentiate(double[] scores, float[] labels, float[] gradients, float[] hessians);
}
