package dev.manta.djl.internal.start;

import ai.djl.Model;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.EasyTrain;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.Batch;
import ai.djl.training.evaluator.Accuracy;
import ai.djl.training.loss.Loss;
import ai.djl.translate.Batchifier;
import dev.manta.djl.Djl;
import dev.manta.train.TrainContext;

/// A few steps of a very small network, written as users write theirs.
final class RehearsedTraining {
  private static final int STEPS = 3;

  private RehearsedTraining() {}

  static void train(TrainContext<?> ctx) {
    var djl = Djl.of(ctx).seed(1);
    try (Model model = Model.newInstance("rehearsed", "PyTorch")) {
      model.setBlock(network());
      var config =
          new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss()).addEvaluator(new Accuracy());
      Trainer trainer = djl.prepare(model, config, new Shape(1, 2));
      for (int step = 0; step < STEPS; step++) {
        try (Batch batch = batch(trainer.getManager().newSubManager())) {
          EasyTrain.trainBatch(trainer, batch);
          trainer.step();
        }
      }
      djl.metrics(trainer);
    }
  }

  private static SequentialBlock network() {
    return new SequentialBlock()
        .add(Linear.builder().setUnits(3).build())
        .add(Activation::relu)
        .add(Linear.builder().setUnits(2).build());
  }

  private static Batch batch(NDManager manager) {
    var data = new NDList(manager.ones(new Shape(2, 2)));
    var labels = new NDList(manager.zeros(new Shape(2), DataType.INT64));
    return new Batch(manager, data, labels, 2, Batchifier.STACK, Batchifier.STACK, 0, 0);
  }
}
