package dev.manta.tensorflow.runs;

import dev.manta.data.Batch;
import dev.manta.tensorflow.Step;
import dev.manta.tensorflow.Tally;
import dev.manta.tensorflow.Tensorflow;
import dev.manta.tensorflow.optim.Optimizer;
import dev.manta.testkit.framework.ContractRows;
import dev.manta.train.TrainContext;
import java.util.Map;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/// A small network that learns rows of the contract, all in one step.
final class ContractTraining {
  private static final int ALL = 1000;

  private ContractTraining() {}

  record Config(int rounds) {}

  static void train(TrainContext<Config> ctx) {
    Tensorflow tf = Tensorflow.of(ctx).seed(1);
    Operand<TFloat32> x = tf.features("features", ContractRows.FEATURES);
    Operand<TInt32> y = tf.input(ContractRows.LABEL, TInt32.class);
    Operand<TFloat32> loss = loss(tf.ops(), tf.output("logits", logits(tf, x)), y);
    Step step = tf.minimize(loss, Optimizer.adamW(0.02));
    ctx.live("variables", tf.variables());
    for (int round : ctx.epochs(ctx.config().rounds())) {
      Tally tally = tf.tally(Map.of("loss", loss));
      for (Batch batch : ctx.dataset("train").batches(ALL)) {
        step.run(batch);
        tally.add(batch);
      }
      if (round == ctx.config().rounds() - 1) {
        ctx.report(tally.metrics(), ctx.snapshot());
      } else {
        ctx.report(tally.metrics());
      }
    }
  }

  private static Operand<TFloat32> logits(Tensorflow tf, Operand<TFloat32> x) {
    Ops ops = tf.ops();
    int columns = ContractRows.FEATURES.size();
    Operand<TFloat32> hidden = ops.linalg.matMul(x, tf.weights("hidden/kernel", columns, 8));
    hidden = ops.nn.relu(ops.math.add(hidden, tf.zeros("hidden/bias", 8)));
    return ops.linalg.matMul(hidden, tf.weights("logits/kernel", 8, 2));
  }

  /// The mean cross entropy.
  static Operand<TFloat32> loss(Ops ops, Operand<TFloat32> logits, Operand<TInt32> labels) {
    return ops.math.mean(
        ops.nn.sparseSoftmaxCrossEntropyWithLogits(logits, labels).loss(), ops.constant(0));
  }
}
