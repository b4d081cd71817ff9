package dev.manta.tensorflow.runs;

import dev.manta.data.Batch;
import dev.manta.tensorflow.Step;
import dev.manta.tensorflow.Tensorflow;
import dev.manta.tensorflow.optim.Optimizer;
import dev.manta.train.TrainContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tensorflow.Operand;
import org.tensorflow.types.TFloat32;

/// The mean of ones of which a half is dropped.
final class DroppingTraining {
  private static final int WIDTH = 1000;

  private DroppingTraining() {}

  record Config(long seed) {}

  /// What is left at each of three steps, and what an evaluation sees.
  static List<Double> train(TrainContext<Config> ctx) {
    Tensorflow tf = Tensorflow.of(ctx).seed(ctx.config().seed());
    Operand<TFloat32> scale = tf.ops().math.add(tf.zeros("scale"), tf.ops().constant(1f));
    Operand<TFloat32> x = tf.input("x", TFloat32.class, WIDTH);
    Operand<TFloat32> kept = tf.dropout(tf.ops().math.mul(x, scale), 0.5);
    Operand<TFloat32> mean = tf.ops().math.mean(kept, tf.ops().constant(new int[] {0, 1}));
    Step step = tf.minimize(mean, Optimizer.sgd(0));
    List<Double> seen = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      for (Batch batch : ctx.dataset("rows").batches(1)) {
        seen.add(step.run(batch));
      }
    }
    seen.add(tf.evaluate(ctx.dataset("rows").batches(1), Map.of("mean", mean)).number("mean"));
    return seen;
  }
}
