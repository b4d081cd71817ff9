package dev.manta.tensorflow.internal.start;

import dev.manta.tensorflow.Step;
import dev.manta.tensorflow.Tensorflow;
import dev.manta.tensorflow.optim.Optimizer;
import dev.manta.train.TrainContext;
import java.util.Map;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.StdArrays;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/// A few steps of a very small network, written as users write theirs.
final class RehearsedTraining {
  private static final int STEPS = 3;
  private static final float[][] ROWS = {{1, 2}, {3, 4}, {5, 6}};

  private RehearsedTraining() {}

  static void train(TrainContext<?> ctx) {
    Tensorflow tf = Tensorflow.of(ctx).seed(1);
    Ops ops = tf.ops();
    Operand<TFloat32> x = tf.input("x", TFloat32.class, 2);
    Operand<TFloat32> hidden = ops.linalg.matMul(x, tf.weights("rehearsed/kernel", 2, 3));
    Operand<TFloat32> y = ops.nn.relu(ops.math.add(hidden, tf.zeros("rehearsed/bias", 3)));
    Operand<TFloat32> loss = ops.math.mean(ops.math.square(y), ops.constant(new int[] {0, 1}));
    Step step = tf.minimize(loss, Optimizer.adamW(1e-3));
    ctx.live("rehearsed.variables", tf.variables());
    try (TFloat32 rows = TFloat32.tensorOf(StdArrays.ndCopyOf(ROWS))) {
      for (int i = 0; i < STEPS; i++) {
        step.run(ROWS.length, Map.of(x, rows));
      }
    }
  }
}
