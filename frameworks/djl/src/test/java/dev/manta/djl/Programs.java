package dev.manta.djl;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.Parameter;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.nn.norm.BatchNorm;
import ai.djl.nn.norm.Dropout;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.EasyTrain;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.ArrayDataset;
import ai.djl.training.dataset.Batch;
import ai.djl.training.evaluator.Accuracy;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// Training functions for tests.
public final class Programs {
  static final int WIDTH = 6;
  static final Shape INPUT = new Shape(1, WIDTH);

  /// What a test asks for.
  ///
  /// @param out where ranks write what they have learned
  /// @param rows how many rows the data has
  /// @param batch how many of them one step takes over all ranks
  /// @param mode which variant
  public record Config(String out, int rows, int batch, int epochs, String mode) {}

  private Programs() {}

  /// Some epochs over a shuffled dataset of DJL's. The mode names the optimizer; with `dropout` and
  /// `throws` also what else is tried.
  public static void train(TrainContext<Config> ctx) throws IOException {
    var djl = Djl.of(ctx).seed(3);
    Config config = ctx.config();
    try (Model model = Model.newInstance("programs")) {
      model.setBlock(block(config.mode()));
      Trainer trainer = djl.prepare(model, config(config.mode()), INPUT);
      BatchLoader rows =
          djl.loader(data(model.getNDManager(), config.rows()), ctx.share(config.batch()))
              .shuffle(5);
      for (int epoch : ctx.epochs(config.epochs())) {
        for (Batch batch : rows.epoch(epoch)) {
          EasyTrain.trainBatch(trainer, batch);
          trainer.step();
          batch.close();
          throwOnce(ctx);
        }
        ctx.report(djl.metrics(trainer), djl.snapshot());
      }
      write(ctx, model);
    }
  }

  /// In the middle of an epoch.
  private static void throwOnce(TrainContext<Config> ctx) {
    boolean isTime = ctx.attempt() == 1 && ctx.commits() == 7;
    if (isTime && ctx.config().mode().contains("throws")) {
      throw new IllegalStateException("a test");
    }
  }

  /// The same rows by DJL's own means, without a listener that could know how many there are.
  public static void collect(TrainContext<Config> ctx) throws IOException {
    var djl = Djl.of(ctx).seed(3);
    Config config = ctx.config();
    try (Model model = Model.newInstance("programs")) {
      model.setBlock(block(config.mode()));
      Trainer trainer = djl.prepare(model, config(config.mode()), INPUT);
      BatchLoader rows =
          djl.loader(data(model.getNDManager(), config.rows()), ctx.share(config.batch()));
      for (Batch batch : rows.epoch(0)) {
        try (GradientCollector collector = trainer.newGradientCollector()) {
          NDList outputs = trainer.forward(batch.getData());
          collector.backward(trainer.getLoss().evaluate(batch.getLabels(), outputs));
          if (config.mode().contains("inside")) {
            trainer.step();
          }
        }
        trainer.step();
      }
      write(ctx, model);
    }
  }

  /// Prepares what DJL has loaded from the directory that the mode names, and trains one step.
  public static void further(TrainContext<Config> ctx) throws Exception {
    var djl = Djl.of(ctx);
    try (Model model = Model.newInstance("programs")) {
      model.setBlock(block("sgd"));
      model.load(Path.of(ctx.config().mode()));
      Trainer trainer = djl.prepare(model, config("sgd"), INPUT);
      ctx.report(Metrics.of("same", Arrays.equals(bytes(model), loaded(ctx)) ? 1 : 0));
      for (Batch batch : djl.loader(data(model.getNDManager(), 12), 12).epoch(0)) {
        EasyTrain.trainBatch(trainer, batch);
        trainer.step();
      }
      ctx.report(Metrics.of("same", Arrays.equals(bytes(model), loaded(ctx)) ? 1 : 0));
    }
  }

  private static byte[] loaded(TrainContext<Config> ctx) throws Exception {
    try (Model model = Model.newInstance("programs")) {
      model.setBlock(block("sgd"));
      model.load(Path.of(ctx.config().mode()));
      return bytes(model);
    }
  }

  /// Two batches of each rank make a step.
  public static void accumulate(TrainContext<Config> ctx) throws IOException {
    var djl = Djl.of(ctx).seed(3);
    try (Model model = Model.newInstance("programs")) {
      model.setBlock(block("adam"));
      Trainer trainer = djl.prepare(model, config("adam"), INPUT);
      BatchLoader rows = djl.loader(data(model.getNDManager(), 48), ctx.share(12));
      int batches = 0;
      for (Batch batch : rows.epoch(0)) {
        EasyTrain.trainBatch(trainer, batch);
        batches++;
        if (batches % 2 == 0) {
          trainer.step();
        }
      }
      write(ctx, model);
    }
  }

  /// What a pass of each of some batches draws, three batches a step, with one model or two.
  public static void draw(TrainContext<Config> ctx) {
    var djl = Djl.of(ctx).seed(3);
    Set<Float> drawn = new HashSet<>();
    try (Model model = Model.newInstance("first");
        Model other = Model.newInstance("second")) {
      model.setBlock(block("adam"));
      other.setBlock(block("sgd"));
      Trainer trainer = djl.prepare(model, config("adam"), INPUT);
      if (ctx.config().mode().equals("pair")) {
        djl.prepare(other, config("sgd"), INPUT);
      }
      int batches = 0;
      for (Batch batch : djl.loader(data(model.getNDManager(), 48), 8).epoch(0)) {
        try (GradientCollector collector = trainer.newGradientCollector()) {
          drawn.add(batch.getManager().randomUniform(0, 1, new Shape()).getFloat());
          NDList outputs = trainer.forward(batch.getData());
          collector.backward(trainer.getLoss().evaluate(batch.getLabels(), outputs));
        }
        batches++;
        if (batches % 3 == 0) {
          trainer.step();
        }
      }
    }
    ctx.report(Metrics.of("drawn", drawn.size()));
  }

  /// Thaws what was frozen, or freezes what was not, in the middle of training.
  public static void thaw(TrainContext<Config> ctx) {
    var djl = Djl.of(ctx).seed(3);
    try (Model model = Model.newInstance("programs")) {
      model.setBlock(block("adam"));
      model
          .getBlock()
          .getChildren()
          .values()
          .getLast()
          .freezeParameters(ctx.config().mode().contains("frozen"));
      Trainer trainer = djl.prepare(model, config("adam"), INPUT);
      BatchLoader rows = djl.loader(data(model.getNDManager(), 12), 6);
      for (int epoch = 0; epoch < 2; epoch++) {
        Block last = model.getBlock().getChildren().values().getLast();
        last.freezeParameters((epoch == 0) == ctx.config().mode().contains("frozen"));
        for (Batch batch : rows.epoch(epoch)) {
          EasyTrain.trainBatch(trainer, batch);
          trainer.step();
        }
      }
    }
  }

  /// Throws while it collects gradients, and closes nothing.
  public static void leave(TrainContext<Config> ctx) {
    var djl = Djl.of(ctx);
    try (Model model = Model.newInstance("programs")) {
      model.setBlock(block("sgd"));
      Trainer trainer = djl.prepare(model, config("sgd"), INPUT);
      if (ctx.rank() == 0) {
        trainer.newGradientCollector();
        throw new IllegalStateException("a test");
      }
      ctx.barrier();
    }
  }

  /// Two models, each with its optimizer: a step is that of both.
  public static void pair(TrainContext<Config> ctx) throws IOException {
    var djl = Djl.of(ctx).seed(3);
    try (Model first = Model.newInstance("first");
        Model second = Model.newInstance("second")) {
      first.setBlock(block("adam dropout"));
      second.setBlock(block("momentum norm"));
      Trainer one = djl.prepare(first, config("adam"), INPUT);
      Trainer other = djl.prepare(second, config("momentum"), INPUT);
      BatchLoader rows = djl.loader(data(first.getNDManager(), 48), ctx.share(12)).shuffle(2);
      for (int epoch : ctx.epochs(3)) {
        for (Batch batch : rows.epoch(epoch)) {
          for (Trainer each : List.of(one, other)) {
            EasyTrain.trainBatch(each, batch);
            each.step();
          }
          ctx.commit();
          throwOnce(ctx);
        }
      }
      write(ctx, second);
    }
  }

  /// Each rank's rows reach another layer.
  public static void branches(TrainContext<Config> ctx) throws IOException {
    var djl = Djl.of(ctx).seed(3);
    try (Model model = Model.newInstance("programs")) {
      model.setBlock(block(ctx.config().mode()));
      Trainer trainer = djl.prepare(model, config(ctx.config().mode()), INPUT);
      Block layer = model.getBlock().getChildren().values().get(2 * ctx.rank());
      Parameter weight = layer.getParameters().valueAt(0);
      for (int step = 0; step < 3; step++) {
        try (GradientCollector collector = trainer.newGradientCollector()) {
          NDArray sum = weight.getArray().sum();
          collector.backward(sum);
        }
        trainer.step();
      }
      write(ctx, model);
    }
  }

  static Block block(String mode) {
    var block = new SequentialBlock().add(Linear.builder().setUnits(5).build());
    if (mode.contains("norm")) {
      block.add(BatchNorm.builder().build());
    }
    block.add(Activation::tanh);
    if (mode.contains("dropout")) {
      block.add(Dropout.builder().optRate(0.4f).build());
    }
    block.add(Linear.builder().setUnits(3).build());
    if (mode.contains("frozen")) {
      block.getChildren().values().getFirst().freezeParameters(true);
    }
    return block;
  }

  static DefaultTrainingConfig config(String mode) {
    return new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
        .optOptimizer(optimizer(mode.split(" ")[0]))
        .addEvaluator(new Accuracy());
  }

  private static Optimizer optimizer(String name) {
    Tracker rate = Tracker.factor().setBaseValue(0.05f).setFactor(0.9f).build();
    return switch (name) {
      case "sgd" -> Optimizer.sgd().setLearningRateTracker(rate).build();
      case "momentum" -> Optimizer.sgd().setLearningRateTracker(rate).optMomentum(0.9f).build();
      case "adam" -> Optimizer.adam().optLearningRateTracker(rate).build();
      case "adamw" -> Optimizer.adamW().optLearningRateTracker(rate).optWeightDecays(0.1f).build();
      default -> throw new IllegalArgumentException(name);
    };
  }

  /// Points and which of their first three coordinates is the largest.
  static ArrayDataset data(NDManager manager, int rows) {
    Random random = new Random(9);
    float[][] points = new float[rows][WIDTH];
    long[] largest = new long[rows];
    for (int i = 0; i < rows; i++) {
      for (int c = 0; c < WIDTH; c++) {
        points[i][c] = random.nextFloat() * 2 - 1;
      }
      largest[i] = points[i][0] > points[i][1] ? (points[i][0] > points[i][2] ? 0 : 2) : 1;
    }
    return new ArrayDataset.Builder()
        .setData(manager.create(points))
        .optLabels(manager.create(largest))
        .setSampling(rows, false)
        .build();
  }

  private static void write(TrainContext<Config> ctx, Model model) throws IOException {
    Path out = Path.of(ctx.config().out());
    Files.write(out.resolve(ctx.runName() + "-" + ctx.rank()), bytes(model));
    ctx.report(Metrics.of("engines", Engine.getAllEngines().size()));
  }

  static byte[] bytes(Model model) {
    ByteBuffer bytes = ByteBuffer.allocate(1 << 12);
    for (Parameter each : model.getBlock().getParameters().values()) {
      for (float value : each.getArray().toFloatArray()) {
        bytes.putFloat(value);
      }
    }
    return bytes.array();
  }
}
