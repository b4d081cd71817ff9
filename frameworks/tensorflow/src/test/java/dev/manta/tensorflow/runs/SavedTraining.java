package dev.manta.tensorflow.runs;

import dev.manta.data.Batch;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.tensorflow.Step;
import dev.manta.tensorflow.Tensorflow;
import dev.manta.tensorflow.optim.Optimizer;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.tensorflow.Operand;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/// Trainings whose models other programs load, or have made.
final class SavedTraining {
  /// Rows that both languages can make.
  static final float[][] ROWS = new float[10][3];

  static {
    for (int row = 0; row < ROWS.length; row++) {
      for (int i = 0; i < 3; i++) {
        ROWS[row][i] = ((row * 7 + i * 5) % 11) / 10f;
      }
    }
  }

  private SavedTraining() {}

  /// @param from the SavedModel to begin with
  /// @param to where the trained one goes
  record Config(String from, String to) {}

  static Dataset rows() {
    return Dataset.of(
        IntStream.range(0, ROWS.length)
            .mapToObj(row -> Row.of("pixels", ROWS[row], "digit", row % 2))
            .toList());
  }

  /// A graph of Java's.
  static void ours(TrainContext<Config> ctx) {
    Tensorflow tf = Tensorflow.of(ctx).seed(1);
    Operand<TFloat32> x = tf.input("pixels", TFloat32.class, 3);
    Operand<TInt32> y = tf.input("digit", TInt32.class);
    Operand<TFloat32> dropped = tf.dropout(x, 0.2);
    Operand<TFloat32> logits = tf.ops().linalg.matMul(dropped, tf.weights("dense/kernel", 3, 2));
    logits = tf.output("logits", tf.ops().math.add(logits, tf.zeros("dense/bias", 2)));
    Step step = tf.minimize(ContractTraining.loss(tf.ops(), logits, y), Optimizer.adam(0.1));
    ctx.live("variables", tf.variables());
    for (int epoch : ctx.epochs(2)) {
      for (Batch batch : ctx.dataset("rows").batches(5)) {
        step.run(batch);
      }
      ctx.report(Metrics.of("epoch", epoch), tf.snapshot());
    }
  }

  /// A graph of Keras's; the losses of all steps, of which there are none after a checkpoint.
  static List<Double> keras(TrainContext<Config> ctx) {
    Tensorflow tf = Tensorflow.of(ctx).load(Path.of(ctx.config().from()));
    Step step = tf.train("gradients", "update").learningRate(0.05);
    Operand<TFloat32> loss = tf.result("gradients", "loss");
    ctx.live("variables", tf.variables());
    double[] losses = new double[ctx.checkpoint().isPresent() ? 0 : 4];
    for (int i = 0; i < losses.length; i++) {
      for (Batch batch : ctx.dataset("rows").batches(ROWS.length)) {
        losses[i] = step.run(batch);
      }
    }
    Metrics after = tf.evaluate(ctx.dataset("rows").batches(4), Map.of("loss", loss));
    ctx.report(after, ctx.snapshot());
    if (ctx.rank() == 0) {
      tf.export(Path.of(ctx.config().to()));
    }
    return IntStream.range(0, losses.length).mapToObj(i -> losses[i]).toList();
  }
}
