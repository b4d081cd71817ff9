package dev.manta.examples.tensorflow;

import dev.manta.Result;
import dev.manta.data.Batch;
import dev.manta.examples.DigitImages;
import dev.manta.tensorflow.Step;
import dev.manta.tensorflow.Tensorflow;
import dev.manta.tensorflow.TensorflowTrainer;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import java.util.Map;

/// Trains a network that Keras made in Python, on workers without Python. `keras_digits.py` writes
/// it.
public final class KerasDigits {
  /// How it learns.
  ///
  /// @param model the SavedModel
  public record Config(String model, double learningRate, int batchSize, int epochs) {}

  private KerasDigits() {}

  // region: loop
  static void train(TrainContext<Config> ctx) {
    var tf = Tensorflow.of(ctx).load(Path.of(ctx.config().model()));
    Step step = tf.train("gradients", "update").learningRate(ctx.config().learningRate());
    var accuracy = tf.result("test", "accuracy");
    ctx.live("variables", tf.variables());
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      double last = 0;
      for (Batch batch : ctx.dataset("train").batches(ctx.share(ctx.config().batchSize()))) {
        last = step.run(batch);
      }
      Metrics tested = tf.evaluate(ctx.dataset("test").batches(90), Map.of("accuracy", accuracy));
      ctx.report(Metrics.of("epoch", epoch, "loss", last).with(tested), tf.snapshot());
    }
  }

  // endregion

  static TensorflowTrainer trainer(Config config, int workers, RunConfig run) {
    DigitImages images = DigitImages.load();
    return TensorflowTrainer.of(KerasDigits::train, config)
        .dataset("train", DigitsCnn.rows(images.train()).shuffle(1))
        .dataset("test", DigitsCnn.rows(images.test()))
        .scaling(ScalingConfig.workers(workers))
        .run(run);
  }

  /// Takes the directory of the SavedModel.
  public static void main(String[] args) {
    String model = Path.of(args[0]).toAbsolutePath().toString();
    Result result =
        trainer(new Config(model, 5e-3, 64, 10), 2, RunConfig.named("digits-keras")).fit();
    System.out.println("test accuracy " + result.metrics().number("accuracy"));
  }
}
