package dev.manta.tune.internal.search;

import dev.manta.tune.internal.numbers.Eigen;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;

/// The distribution that CMA-ES draws from, after some generations.
final class CmaState {
  private static final int RESAMPLES = 20;

  private final int size;
  private final int population;
  private final double[] weights;
  private final double effective;
  private final double[] mean;
  private final double[] stepPath;
  private final double[] shapePath;
  private final double[][] covariance;
  private double deviation;
  private int generation;
  private Eigen eigen;

  /// A point that was tried.
  record Sample(double[] place, double loss) {}

  CmaState(int size, double deviation) {
    this.size = size;
    this.deviation = deviation;
    this.population = 4 + (int) (3 * Math.log(Math.max(1, size)));
    this.weights = weights(population);
    this.effective = 1 / Arrays.stream(weights).map(weight -> weight * weight).sum();
    this.mean = new double[size];
    Arrays.fill(mean, 0.5);
    this.stepPath = new double[size];
    this.shapePath = new double[size];
    this.covariance = new double[size][size];
    for (int i = 0; i < size; i++) {
      covariance[i][i] = 1;
    }
    this.eigen = Eigen.of(covariance);
  }

  private static double[] weights(int population) {
    double[] weights = new double[population / 2];
    Arrays.setAll(weights, i -> Math.log((population + 1) / 2.0) - Math.log(i + 1));
    double sum = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(weight -> weight / sum).toArray();
  }

  int population() {
    return population;
  }

  int generation() {
    return generation;
  }

  /// A point inside of the space: drawn again where it is outside, and moved in at last.
  double[] sample(RandomGenerator random) {
    double[] place = draw(random);
    for (int i = 0; i < RESAMPLES && !isInside(place); i++) {
      place = draw(random);
    }
    for (int i = 0; i < size; i++) {
      place[i] = Math.clamp(place[i], 0.0, 1.0);
    }
    return place;
  }

  private static boolean isInside(double[] place) {
    return Arrays.stream(place).allMatch(each -> each >= 0 && each <= 1);
  }

  private double[] draw(RandomGenerator random) {
    double[] z = new double[size];
    Arrays.setAll(z, i -> Math.sqrt(Math.max(eigen.values()[i], 1e-20)) * random.nextGaussian());
    double[] place = mean.clone();
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        place[i] += deviation * eigen.vectors()[i][j] * z[j];
      }
    }
    return place;
  }

  /// Takes in a generation.
  void update(List<Sample> samples) {
    List<Sample> sorted =
        samples.stream().sorted(Comparator.comparingDouble(Sample::loss)).toList();
    double[] shift = shift(sorted);
    double stepRate = (effective + 2) / (size + effective + 5);
    double damping = 1 + 2 * Math.max(0, Math.sqrt((effective - 1) / (size + 1)) - 1) + stepRate;
    double[] whitened = whitened(shift);
    double stepFactor = Math.sqrt(stepRate * (2 - stepRate) * effective);
    double length = 0;
    for (int i = 0; i < size; i++) {
      stepPath[i] = (1 - stepRate) * stepPath[i] + stepFactor * whitened[i];
      length += stepPath[i] * stepPath[i];
    }
    generation++;
    double usual = Math.sqrt(size) * (1 - 1.0 / (4 * size) + 1.0 / (21.0 * size * size));
    double expected = Math.sqrt(1 - Math.pow(1 - stepRate, 2.0 * generation)) * usual;
    boolean calm = Math.sqrt(length) / expected < 1.4 + 2.0 / (size + 1);
    adapt(sorted, shift, calm);
    for (int i = 0; i < size; i++) {
      mean[i] = Math.clamp(mean[i] + deviation * shift[i], 0.0, 1.0);
    }
    double change = stepRate / damping * (Math.sqrt(length) / usual - 1);
    deviation = Math.clamp(deviation * Math.exp(Math.min(change, 1)), 1e-12, 1.0);
    eigen = Eigen.of(covariance);
  }

  /// How far the mean moves, in deviations.
  private double[] shift(List<Sample> sorted) {
    double[] shift = new double[size];
    for (int k = 0; k < weights.length; k++) {
      double[] place = sorted.get(k).place();
      for (int i = 0; i < size; i++) {
        shift[i] += weights[k] * (place[i] - mean[i]) / deviation;
      }
    }
    return shift;
  }

  /// The vector times the inverse root of the covariance.
  private double[] whitened(double[] vector) {
    double[] out = new double[size];
    for (int k = 0; k < size; k++) {
      double along = 0;
      for (int i = 0; i < size; i++) {
        along += eigen.vectors()[i][k] * vector[i];
      }
      along /= Math.sqrt(Math.max(eigen.values()[k], 1e-20));
      for (int i = 0; i < size; i++) {
        out[i] += eigen.vectors()[i][k] * along;
      }
    }
    return out;
  }

  private void adapt(List<Sample> sorted, double[] shift, boolean calm) {
    double pathRate = (4 + effective / size) / (size + 4 + 2 * effective / size);
    double rankOne = 2 / ((size + 1.3) * (size + 1.3) + effective);
    double rankMany =
        Math.min(
            1 - rankOne,
            2 * (effective - 2 + 1 / effective) / ((size + 2.0) * (size + 2.0) + effective));
    double pathFactor = calm ? Math.sqrt(pathRate * (2 - pathRate) * effective) : 0;
    for (int i = 0; i < size; i++) {
      shapePath[i] = (1 - pathRate) * shapePath[i] + pathFactor * shift[i];
    }
    double lost = calm ? 0 : rankOne * pathRate * (2 - pathRate);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        double many = 0;
        for (int k = 0; k < weights.length; k++) {
          double[] place = sorted.get(k).place();
          many += weights[k] * (place[i] - mean[i]) * (place[j] - mean[j]);
        }
        covariance[i][j] =
            (1 - rankOne - rankMany + lost) * covariance[i][j]
                + rankOne * shapePath[i] * shapePath[j]
                + rankMany * many / (deviation * deviation);
      }
    }
  }
}
