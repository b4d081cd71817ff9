package dev.manta.it.kills;

/// The arithmetic of the disturbed training, so simple that its end is known beforehand.
final class KnownTraining {
  static final int SIZE = 8;

  private KnownTraining() {}

  /// What a rank adds in an epoch.
  static double[] gradient(double[] state, int epoch, int rank) {
    double[] gradient = new double[SIZE];
    for (int i = 0; i < SIZE; i++) {
      gradient[i] = (state[i] + epoch + 1) * (rank + 1) / (i + 3);
    }
    return gradient;
  }

  /// Applies the sum over ranks in place.
  static void step(double[] state, double[] sum) {
    for (int i = 0; i < SIZE; i++) {
      state[i] = state[i] * 0.5 + sum[i] * 0.01;
    }
  }

  /// The state after undisturbed training.
  static double[] end(int epochs, int ranks) {
    double[] state = new double[SIZE];
    for (int epoch = 0; epoch < epochs; epoch++) {
      double[] sum = new double[SIZE];
      for (int rank = 0; rank < ranks; rank++) {
        add(sum, gradient(state, epoch, rank));
      }
      step(state, sum);
    }
    return state;
  }

  private static void add(double[] sum, double[] part) {
    for (int i = 0; i < SIZE; i++) {
      sum[i] += part[i];
    }
  }
}
