package dev.manta.tensorflow.optim;

/// How variables follow averaged gradients: a rule with its numbers. The arithmetic is that of
/// TensorFlow's own operators, in an order that is the same on every rank.
public sealed interface Optimizer {
  /// How far a step goes, unless the step is told another.
  double learningRate();

  /// Steps against the gradient.
  static Sgd sgd(double learningRate) {
    return new Sgd(learningRate);
  }

  /// Steps against a decaying sum of gradients.
  static Momentum momentum(double learningRate, double momentum) {
    return new Momentum(learningRate, momentum, false);
  }

  /// Steps against the gradient over the root of its mean square, with a decay of 0.9.
  static RmsProp rmsProp(double learningRate) {
    return new RmsProp(learningRate, 0.9, 0, 1e-7);
  }

  /// Adam with the usual 0.9 and 0.999.
  static Adam adam(double learningRate) {
    return new Adam(learningRate, 0.9, 0.999, 1e-7, 0);
  }

  /// Adam whose variables also shrink, by 0.01 of the learning rate at each step.
  static Adam adamW(double learningRate) {
    return adam(learningRate).weightDecay(0.01);
  }

  /// Steps against the gradient.
  record Sgd(double learningRate) implements Optimizer {
    public Sgd {
      requireLearningRate(learningRate);
    }
  }

  /// Steps against a decaying sum of gradients.
  ///
  /// @param momentum how much of the sum is left after each step
  /// @param nesterov whether it looks ahead by the momentum
  record Momentum(double learningRate, double momentum, boolean nesterov) implements Optimizer {
    public Momentum {
      requireLearningRate(learningRate);
      requireDecay("momentum", momentum);
    }

    /// The same with Nesterov's look ahead.
    public Momentum lookingAhead() {
      return new Momentum(learningRate, momentum, true);
    }
  }

  /// Steps against the gradient over the root of its mean square.
  ///
  /// @param decay how much of the mean square is left after each step
  /// @param momentum how much of the last step is taken once more
  /// @param epsilon is added to the mean square
  record RmsProp(double learningRate, double decay, double momentum, double epsilon)
      implements Optimizer {
    public RmsProp {
      requireLearningRate(learningRate);
      requireDecay("decay", decay);
      requireDecay("momentum", momentum);
    }

    /// The same with another decay.
    public RmsProp decay(double newDecay) {
      return new RmsProp(learningRate, newDecay, momentum, epsilon);
    }

    /// The same with momentum.
    public RmsProp momentum(double newMomentum) {
      return new RmsProp(learningRate, decay, newMomentum, epsilon);
    }

    /// The same with another epsilon.
    public RmsProp epsilon(double newEpsilon) {
      return new RmsProp(learningRate, decay, momentum, newEpsilon);
    }
  }

  /// Adam; with a weight decay it is AdamW.
  ///
  /// @param beta1 how much of the mean gradient is left after each step
  /// @param beta2 how much of the mean square is left after each step
  /// @param epsilon is added to the root of the mean square, before it is corrected for the first
  ///   steps, as Keras does
  /// @param weightDecay by how much of the learning rate variables shrink at each step
  record Adam(double learningRate, double beta1, double beta2, double epsilon, double weightDecay)
      implements Optimizer {
    public Adam {
      requireLearningRate(learningRate);
      requireDecay("beta1", beta1);
      requireDecay("beta2", beta2);
      if (!(weightDecay >= 0)) {
        throw new IllegalArgumentException("weight decay " + weightDecay + " is below 0");
      }
    }

    /// The same with other betas.
    public Adam betas(double newBeta1, double newBeta2) {
      return new Adam(learningRate, newBeta1, newBeta2, epsilon, weightDecay);
    }

    /// The same with another epsilon.
    public Adam epsilon(double newEpsilon) {
      return new Adam(learningRate, beta1, beta2, newEpsilon, weightDecay);
    }

    /// The same with a weight decay that does not go through the gradient's means.
    public Adam weightDecay(double newWeightDecay) {
      return new Adam(learningRate, beta1, beta2, epsilon, newWeightDecay);
    }
  }

  private static void requireLearningRate(double learningRate) {
    if (!(learningRate >= 0) || Double.isInfinite(learningRate)) {
      throw new IllegalArgumentException(
          "learning rate " + learningRate + " is not a number from 0 up");
    }
  }

  private static void requireDecay(String name, double value) {
    if (!(value >= 0 && value < 1)) {
      throw new IllegalArgumentException(name + " " + value + " is not from 0 to below 1");
    }
  }
}
