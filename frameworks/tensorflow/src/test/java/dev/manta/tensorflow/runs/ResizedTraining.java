package dev.manta.tensorflow.runs;

import dev.manta.data.Batch;
import dev.manta.tensorflow.Step;
import dev.manta.tensorflow.Tensorflow;
import dev.manta.tensorflow.optim.Optimizer;
import dev.manta.testkit.framework.ContractRows;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.tensorflow.Operand;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/// Steps over all rows of all ranks, so that the number of ranks changes only the order of sums.
final class ResizedTraining {
  private static final int STEPS_OF_AN_ATTEMPT = 4;
  private static final long PAUSE_NANOS = 20_000_000;

  /// Of each step that is left once the decision is written: until ranks hear of it.
  private static final long HEARING_NANOS = 500_000_000;

  private static final long PATIENCE_NANOS = 120_000_000_000L;

  private ResizedTraining() {}

  /// @param control where the run keeps its decisions
  /// @param changes how often the number of ranks changes
  record Config(String control, int changes) {}

  static void train(TrainContext<Config> ctx) throws IOException {
    Tensorflow tf = Tensorflow.of(ctx).seed(1);
    Operand<TFloat32> x = tf.features("x", ContractRows.FEATURES);
    Operand<TInt32> y = tf.input(ContractRows.LABEL, TInt32.class);
    Operand<TFloat32> logits = tf.ops().linalg.matMul(x, tf.weights("kernel", 4, 2));
    tf.output("logits", logits);
    Step step = tf.minimize(ContractTraining.loss(tf.ops(), logits, y), Optimizer.adam(0.05));
    ctx.live("variables", tf.variables());
    for (int epoch : ctx.epochs(3 * STEPS_OF_AN_ATTEMPT)) {
      double loss = 0;
      for (Batch batch : ctx.dataset("rows").batches(1000)) {
        loss = step.run(batch);
      }
      Metrics metrics = Metrics.of("loss", loss, "ranks", ctx.worldSize());
      if (epoch == 3 * STEPS_OF_AN_ATTEMPT - 1) {
        ctx.report(metrics, ctx.snapshot());
      } else {
        ctx.report(metrics);
      }
      awaitChange(ctx, epoch + 1);
    }
  }

  /// Continues when the ranks of this attempt have been told to leave it, if they are to.
  private static void awaitChange(TrainContext<Config> ctx, int steps) throws IOException {
    boolean changes = ctx.attempt() <= ctx.config().changes();
    boolean isTime = steps >= STEPS_OF_AN_ATTEMPT * ctx.attempt();
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (changes && isTime && changesTold(ctx.config()) < ctx.attempt()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("nobody has told attempt " + ctx.attempt() + " to leave");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    if (changes && isTime) {
      LockSupport.parkNanos(HEARING_NANOS);
    }
  }

  private static int changesTold(Config config) throws IOException {
    int told = 0;
    try (DirectoryStream<Path> records =
        Files.newDirectoryStream(Path.of(config.control()), "*.json")) {
      for (Path record : records) {
        told += Files.readString(record).contains("leave at their next commit") ? 1 : 0;
      }
    }
    return told;
  }
}
