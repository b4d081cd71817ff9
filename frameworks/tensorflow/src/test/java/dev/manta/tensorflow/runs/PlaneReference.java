package dev.manta.tensorflow.runs;

import dev.manta.tensorflow.optim.Optimizer;
import dev.manta.tensorflow.optim.Optimizer.Adam;
import dev.manta.tensorflow.optim.Optimizer.Momentum;
import dev.manta.tensorflow.optim.Optimizer.RmsProp;
import dev.manta.tensorflow.optim.Optimizer.Sgd;
import java.util.Arrays;

/// The same training in plain Java, in double.
final class PlaneReference {
  private final double[] weights = new double[3];
  private final double[] first = new double[3];
  private final double[] second = new double[3];

  private final boolean clipped;

  /// @param clipped whether gradients are scaled down
  PlaneReference(boolean clipped) {
    this.clipped = clipped;
    for (int i = 0; i < weights.length; i++) {
      weights[i] = PlaneTraining.FIRST[i];
    }
  }

  double[] trained(Optimizer optimizer) {
    for (int step = 1; step <= PlaneTraining.STEPS; step++) {
      double[] gradient = gradient();
      for (int i = 0; i < weights.length; i++) {
        weights[i] -= change(optimizer, i, gradient[i], step);
      }
    }
    return weights;
  }

  private double[] gradient() {
    double[] gradient = new double[weights.length];
    int rows = PlaneTraining.VALUES.length;
    for (int row = 0; row < rows; row++) {
      float[] point = PlaneTraining.POINTS[row];
      double error = -PlaneTraining.VALUES[row];
      for (int i = 0; i < weights.length; i++) {
        error += point[i] * weights[i];
      }
      for (int i = 0; i < weights.length; i++) {
        gradient[i] += 2 * error * point[i] / rows;
      }
    }
    return clipped ? scaledDown(gradient) : gradient;
  }

  private static double[] scaledDown(double[] gradient) {
    double norm = Math.sqrt(Arrays.stream(gradient).map(each -> each * each).sum());
    double scale = Math.min(1, PlaneTraining.NORM_MAX / norm);
    return Arrays.stream(gradient).map(each -> each * scale).toArray();
  }

  private double change(Optimizer optimizer, int i, double gradient, int step) {
    double rate = optimizer.learningRate();
    return switch (optimizer) {
      case Sgd _ -> rate * gradient;
      case Momentum momentum -> {
        first[i] = momentum.momentum() * first[i] + gradient;
        double ahead = gradient + momentum.momentum() * first[i];
        yield rate * (momentum.nesterov() ? ahead : first[i]);
      }
      case RmsProp prop -> {
        second[i] = prop.decay() * second[i] + (1 - prop.decay()) * gradient * gradient;
        double size = Math.sqrt(second[i] + prop.epsilon());
        first[i] = prop.momentum() * first[i] + rate * gradient / size;
        yield first[i];
      }
      case Adam adam -> adam(adam, i, gradient, step);
    };
  }

  private double adam(Adam adam, int i, double gradient, int step) {
    double decayed = adam.learningRate() * adam.weightDecay() * weights[i];
    first[i] = adam.beta1() * first[i] + (1 - adam.beta1()) * gradient;
    second[i] = adam.beta2() * second[i] + (1 - adam.beta2()) * gradient * gradient;
    double corrected =
        Math.sqrt(1 - Math.pow(adam.beta2(), step)) / (1 - Math.pow(adam.beta1(), step));
    double size = Math.sqrt(second[i]) + adam.epsilon();
    return decayed + adam.learningRate() * corrected * first[i] / size;
  }
}
