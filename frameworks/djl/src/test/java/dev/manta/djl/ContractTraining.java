package dev.manta.djl;

import ai.djl.Model;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.EasyTrain;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.Batch;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import dev.manta.data.BatchOptions;
import dev.manta.testkit.framework.ContractRows;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;

/// A small network that learns rows of the contract, all in one step.
final class ContractTraining {
  static final Shape INPUT = new Shape(1, ContractRows.FEATURES.size());

  static final BatchColumns COLUMNS =
      BatchColumns.features(ContractRows.FEATURES.toArray(String[]::new)).label(ContractRows.LABEL);

  private static final int ALL = 1000;

  private ContractTraining() {}

  record Config(int rounds) {}

  static void train(TrainContext<Config> ctx) {
    var djl = Djl.of(ctx).seed(1);
    try (Model model = Model.newInstance("contract")) {
      model.setBlock(block());
      Trainer trainer = djl.prepare(model, config(), INPUT);
      BatchLoader rows = djl.loader(ctx.dataset("train"), BatchOptions.rows(ALL), COLUMNS);
      for (int round : ctx.epochs(ctx.config().rounds())) {
        Metrics metrics = round(djl, trainer, rows.epoch(round));
        if (round == ctx.config().rounds() - 1) {
          ctx.report(metrics, djl.snapshot());
        } else {
          ctx.report(metrics);
        }
      }
    }
  }

  private static Metrics round(Djl djl, Trainer trainer, Iterable<Batch> rows) {
    for (Batch batch : rows) {
      EasyTrain.trainBatch(trainer, batch);
      trainer.step();
      EasyTrain.validateBatch(trainer, batch);
    }
    return djl.metrics(trainer);
  }

  private static DefaultTrainingConfig config() {
    return new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss())
        .optOptimizer(Optimizer.adam().optLearningRateTracker(Tracker.fixed(0.02f)).build());
  }

  static Block block() {
    return new SequentialBlock()
        .add(Linear.builder().setUnits(8).build())
        .add(Activation::relu)
        .add(Linear.builder().setUnits(2).build());
  }
}
