package dev.manta.examples.djl;

import ai.djl.Model;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.Blocks;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.nn.core.Linear;
import ai.djl.nn.pooling.Pool;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.ArrayDataset;
import ai.djl.training.evaluator.Accuracy;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import dev.manta.Result;
import dev.manta.djl.Djl;
import dev.manta.djl.DjlTrainer;
import dev.manta.examples.DigitImages;
import dev.manta.examples.DigitImages.Image;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Order;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.util.List;

/// Learns to read handwritten digits with a small convolutional network.
public final class DigitsCnn {
  /// How it learns.
  public record Config(float learningRate, int batchSize, int epochs) {}

  /// What the network takes: grey images of 8 by 8 points.
  static final Shape INPUT = new Shape(1, 1, 8, 8);

  private DigitsCnn() {}

  // region: block
  /// Two convolutions and a linear layer.
  static Block block() {
    return new SequentialBlock()
        .add(convolution(16))
        .add(Activation::relu)
        .add(convolution(32))
        .add(Activation::relu)
        .add(Pool.maxPool2dBlock(new Shape(2, 2)))
        .add(Blocks.batchFlattenBlock())
        .add(Linear.builder().setUnits(10).build());
  }

  private static Block convolution(int filters) {
    return Conv2d.builder()
        .setKernelShape(new Shape(3, 3))
        .optPadding(new Shape(1, 1))
        .setFilters(filters)
        .build();
  }

  // endregion

  // region: loop
  static void train(TrainContext<Config> ctx) {
    var djl = Djl.of(ctx).seed(1);
    try (Model model = Model.newInstance("digits")) {
      model.setBlock(block());
      Trainer trainer = djl.prepare(model, config(ctx.config()), INPUT);
      DigitImages images = DigitImages.load();
      int rows = ctx.share(ctx.config().batchSize()); // the same batches with any number of workers
      var train = djl.loader(dataset(model.getNDManager(), images.train()), rows).shuffle(1);
      var test = djl.loader(dataset(model.getNDManager(), images.test()), rows);
      djl.fit(trainer, ctx.config().epochs(), train, test);
    }
  }

  private static DefaultTrainingConfig config(Config config) {
    Tracker rate = Tracker.fixed(config.learningRate());
    return new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
        .optOptimizer(Optimizer.adam().optLearningRateTracker(rate).build())
        .addEvaluator(new Accuracy());
  }

  // endregion

  static ArrayDataset dataset(NDManager manager, List<Image> images) {
    float[] pixels = new float[images.size() * DigitImages.PIXELS];
    long[] digits = new long[images.size()];
    for (int i = 0; i < digits.length; i++) {
      float[] each = images.get(i).pixels();
      System.arraycopy(each, 0, pixels, i * DigitImages.PIXELS, DigitImages.PIXELS);
      digits[i] = images.get(i).digit();
    }
    return new ArrayDataset.Builder()
        .setData(manager.create(pixels, new Shape(digits.length, 1, 8, 8)))
        .optLabels(manager.create(digits))
        .setSampling(digits.length, false)
        .build();
  }

  /// A trainer of so many workers.
  static DjlTrainer trainer(Config config, int workers, RunConfig run) {
    return DjlTrainer.of(DigitsCnn::train, config).scaling(ScalingConfig.workers(workers)).run(run);
  }

  public static void main(String[] args) {
    RunConfig run =
        RunConfig.named("digits-djl")
            .checkpoints(CheckpointConfig.keep(3).scoreBy("accuracy", Order.MAX));
    Result result = trainer(new Config(2e-3f, 32, 8), 2, run).fit();
    System.out.println("test accuracy " + result.metrics().number("accuracy"));
  }
}
