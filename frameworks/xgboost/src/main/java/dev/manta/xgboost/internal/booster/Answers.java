package dev.manta.xgboost.internal.booster;

/// What a model gives for rows.
///
/// @param values those of one row after the other
/// @param width how many there are for each row
@SuppressWarnings("ArrayRecordComponent") // handed on at once
public record Answers(float[] values, int width) {
  /// The probability of each class (the softmax), where these are what its trees add up to.
  Answers probabilities() {
    float[] probabilities = new float[values.length];
    for (int row = 0; row < values.length; row += width) {
      double sum = 0;
      double most = most(row);
      for (int i = row; i < row + width; i++) {
        sum += Math.exp(values[i] - most);
      }
      for (int i = row; i < row + width; i++) {
        probabilities[i] = (float) (Math.exp(values[i] - most) / sum);
      }
    }
    return new Answers(probabilities, width);
  }

  private double most(int row) {
    double most = values[row];
    for (int i = row; i < row + width; i++) {
      most = Math.max(most, values[i]);
    }
    return most;
  }
}
