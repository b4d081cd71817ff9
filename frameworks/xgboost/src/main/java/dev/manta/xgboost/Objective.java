package dev.manta.xgboost;

/// A loss function of one's own, which training minimizes by its derivatives.
@FunctionalInterface
public interface Objective {
  /// Fills in the first and second derivative of the loss by each margin: what the trees add up to
  /// for a row, before it is made a prediction. Where the model gives several numbers for a row,
  /// they lie side by side.
  void differentiate(float[] margins, float[] labels, float[] gradients, float[] hessians);
}
