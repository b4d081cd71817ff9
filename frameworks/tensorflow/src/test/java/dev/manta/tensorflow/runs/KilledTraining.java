package dev.manta.tensorflow.runs;

import dev.manta.data.Batch;
import dev.manta.tensorflow.Step;
import dev.manta.tensorflow.Tensorflow;
import dev.manta.tensorflow.optim.Optimizer;
import dev.manta.testkit.framework.ContractRows;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.tensorflow.Operand;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/// Epochs of many steps with dropout and a schedule, in which ranks kill their processes.
final class KilledTraining {
  private KilledTraining() {}

  /// @param killed whether rank 1 is killed within the second epoch, and rank 0 within the third
  record Config(boolean killed) {}

  static void train(TrainContext<Config> ctx) throws IOException {
    Tensorflow tf = Tensorflow.of(ctx).seed(1);
    Operand<TFloat32> x = tf.features("x", ContractRows.FEATURES);
    Operand<TInt32> y = tf.input(ContractRows.LABEL, TInt32.class);
    Operand<TFloat32> hidden = tf.ops().linalg.matMul(x, tf.weights("hidden", 4, 16));
    hidden = tf.dropout(tf.ops().nn.relu(hidden), 0.3);
    Operand<TFloat32> logits = tf.ops().linalg.matMul(hidden, tf.weights("out", 16, 2));
    Step step = tf.minimize(ContractTraining.loss(tf.ops(), logits, y), Optimizer.adamW(0.02));
    ctx.live("variables", tf.variables());
    for (int epoch : ctx.epochs(4)) {
      step.learningRate(0.02 / (1 + epoch));
      double loss = 0;
      for (Batch batch : ctx.dataset("rows").batches(20)) {
        loss = step.run(batch);
        dieOnce(ctx, epoch, step.count());
      }
      if (epoch == 3) {
        ctx.report(Metrics.of("loss", loss), ctx.snapshot());
      }
    }
  }

  private static void dieOnce(TrainContext<Config> ctx, int epoch, long steps) throws IOException {
    boolean mine = ctx.config().killed() && ctx.attempt() == epoch && ctx.rank() == epoch % 2;
    if (mine && epoch < 3 && steps % 5 == 3) {
      long pid = ProcessHandle.current().pid();
      new ProcessBuilder("kill", "-KILL", Long.toString(pid)).start().onExit().join();
      LockSupport.park();
    }
  }
}
