package dev.manta.tensorflow.runs;

import dev.manta.tensorflow.Step;
import dev.manta.tensorflow.Tensorflow;
import dev.manta.tensorflow.optim.Optimizer;
import dev.manta.train.TrainContext;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.tensorflow.Operand;
import org.tensorflow.Result;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.StdArrays;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.op.core.Variable;
import org.tensorflow.types.TFloat32;

/// Fits a plane through eight points, whose rows ranks share out, so that the last one has more.
final class PlaneTraining {
  static final int STEPS = 12;
  static final double NORM_MAX = 0.3;
  static final float[] FIRST = {0.5f, -0.25f, 0.75f};
  static final float[][] POINTS = new float[8][3];
  static final float[] VALUES = new float[8];

  static {
    for (int row = 0; row < VALUES.length; row++) {
      for (int i = 0; i < 3; i++) {
        POINTS[row][i] = (float) Math.sin(1 + 3 * row + i);
      }
      VALUES[row] = 2 * POINTS[row][0] - POINTS[row][1] + 0.5f * POINTS[row][2];
    }
  }

  private PlaneTraining() {}

  /// Which optimizer.
  record Config(String optimizer) {
    Optimizer made() {
      return switch (optimizer) {
        case "sgd" -> Optimizer.sgd(0.1);
        case "clipped" -> Optimizer.sgd(0.4);
        case "momentum" -> Optimizer.momentum(0.05, 0.9);
        case "nesterov" -> Optimizer.momentum(0.05, 0.9).lookingAhead();
        case "rmsProp" -> Optimizer.rmsProp(0.02).momentum(0.5).epsilon(1e-3);
        case "adam" -> Optimizer.adam(0.05).betas(0.8, 0.99).epsilon(1e-4);
        case "adamW" -> Optimizer.adamW(0.05).betas(0.8, 0.99).weightDecay(0.3);
        default -> throw new IllegalArgumentException(optimizer);
      };
    }
  }

  /// What this rank has learned: the numbers of the variable and the losses of all steps.
  static List<List<Double>> train(TrainContext<Config> ctx) {
    Tensorflow tf = Tensorflow.of(ctx);
    Ops ops = tf.ops();
    Placeholder<TFloat32> x = ops.placeholder(TFloat32.class, Placeholder.shape(Shape.of(-1, 3)));
    Placeholder<TFloat32> y = ops.placeholder(TFloat32.class, Placeholder.shape(Shape.of(-1)));
    Variable<TFloat32> weights = ops.withName("weights").variable(ops.constant(first(ctx)));
    Operand<TFloat32> product = ops.math.mul(x, ops.expandDims(weights, ops.constant(0)));
    Operand<TFloat32> error = ops.math.sub(ops.sum(product, ops.constant(1)), y);
    Operand<TFloat32> loss = ops.math.mean(ops.math.square(error), ops.constant(0));
    Step step = tf.minimize(loss, ctx.config().made());
    if (ctx.config().optimizer().equals("clipped")) {
      step.clipNorm(NORM_MAX);
    }
    double[] losses = new double[STEPS];
    int from = from(ctx.rank(), ctx.worldSize());
    int to = from(ctx.rank() + 1, ctx.worldSize());
    try (TFloat32 points =
            TFloat32.tensorOf(StdArrays.ndCopyOf(Arrays.copyOfRange(POINTS, from, to)));
        TFloat32 values = TFloat32.vectorOf(Arrays.copyOfRange(VALUES, from, to))) {
      for (int i = 0; i < STEPS; i++) {
        losses[i] = step.run(to - from, Map.of(x, points, y, values));
      }
    }
    return List.of(numbers(tf, weights), Arrays.stream(losses).boxed().toList());
  }

  /// Only rank 0 begins where it should: others have it from there.
  private static float[] first(TrainContext<Config> ctx) {
    return ctx.rank() == 0 ? FIRST : new float[] {9, 9, 9};
  }

  private static int from(int rank, int ranks) {
    return rank == ranks ? VALUES.length : 3 * rank;
  }

  private static List<Double> numbers(Tensorflow tf, Variable<TFloat32> variable) {
    try (Result result = tf.session().runner().fetch(variable).run()) {
      TFloat32 values = (TFloat32) result.get(0);
      return Arrays.asList(
          (double) values.getFloat(0), (double) values.getFloat(1), (double) values.getFloat(2));
    }
  }
}
