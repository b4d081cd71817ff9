package dev.manta.examples.tensorflow;

import dev.manta.Result;
import dev.manta.data.Batch;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.examples.DigitImages;
import dev.manta.tensorflow.Step;
import dev.manta.tensorflow.Tensorflow;
import dev.manta.tensorflow.TensorflowTrainer;
import dev.manta.tensorflow.optim.Optimizer;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Metrics;
import dev.manta.train.Order;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.tune.space.Choice;
import dev.manta.tune.space.LogUniform;
import java.util.List;
import java.util.Map;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/// Learns to read handwritten digits with a small convolutional network.
public final class DigitsCnn {
  // region: config
  /// How it learns, and where a search looks for something better.
  ///
  /// @param batchSize how many images a step sees, over all workers
  public record Config(
      @LogUniform(low = 1e-4, high = 0.1) double learningRate,
      @Choice({"16", "32", "64"}) int batchSize,
      int epochs) {}

  // endregion

  private DigitsCnn() {}

  // region: model
  /// One convolution and a linear layer, for images of 8 by 8 points.
  static Operand<TFloat32> logits(Tensorflow tf, Operand<TFloat32> images) {
    Ops ops = tf.ops();
    Operand<TFloat32> x =
        ops.nn.conv2d(
            images, tf.weights("conv/kernel", 3, 3, 1, 16), List.of(1L, 1L, 1L, 1L), "SAME");
    x = ops.nn.relu(ops.nn.biasAdd(x, tf.zeros("conv/bias", 16)));
    x =
        ops.nn.maxPool(
            x, ops.constant(new int[] {1, 2, 2, 1}), ops.constant(new int[] {1, 2, 2, 1}), "SAME");
    x = ops.reshape(x, ops.constant(new int[] {-1, 4 * 4 * 16}));
    x = ops.linalg.matMul(x, tf.weights("dense/kernel", 4 * 4 * 16, 10));
    return ops.nn.biasAdd(x, tf.zeros("dense/bias", 10));
  }

  // endregion

  // region: loop
  static void train(TrainContext<Config> ctx) {
    var tf = Tensorflow.of(ctx).seed(1);
    var pixels = tf.input("pixels", TFloat32.class, 8, 8, 1); // the column "pixels" of each batch
    var digit = tf.input("digit", TInt32.class);
    var logits = tf.output("logits", logits(tf, pixels));
    var loss = Scores.loss(tf.ops(), logits, digit);
    var accuracy = Scores.accuracy(tf.ops(), logits, digit);
    Step step = tf.minimize(loss, Optimizer.adamW(ctx.config().learningRate()));
    ctx.live("variables", tf.variables()); // saved, restored, handed to newcomers
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      double last = 0;
      for (Batch batch : ctx.dataset("train").batches(ctx.share(ctx.config().batchSize()))) {
        last = step.run(batch); // gradients are averaged over all ranks
      }
      Metrics tested = tf.evaluate(ctx.dataset("test").batches(90), Map.of("accuracy", accuracy));
      ctx.report(
          Metrics.of("epoch", epoch, "epochs", ctx.config().epochs(), "loss", last).with(tested),
          tf.snapshot());
    }
  }

  // endregion

  static Dataset rows(List<DigitImages.Image> images) {
    return Dataset.of(
        images.stream()
            .map(image -> Row.of("pixels", image.pixels(), "digit", image.digit()))
            .toList());
  }

  /// A trainer of so many workers.
  static TensorflowTrainer trainer(Config config, int workers, RunConfig run) {
    DigitImages images = DigitImages.load();
    return TensorflowTrainer.of(DigitsCnn::train, config)
        .dataset("train", rows(images.train()).shuffle(1))
        .dataset("test", rows(images.test()))
        .scaling(ScalingConfig.workers(workers))
        .run(run);
  }

  public static void main(String[] args) {
    RunConfig run =
        RunConfig.named("digits-tensorflow")
            .checkpoints(CheckpointConfig.keep(3).scoreBy("accuracy", Order.MAX));
    Result result = trainer(new Config(5e-3, 32, 10), 2, run).fit();
    System.out.println("test accuracy " + result.metrics().number("accuracy"));
  }
}
