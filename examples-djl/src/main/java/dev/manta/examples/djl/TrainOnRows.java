package dev.manta.examples.djl;

import ai.djl.Model;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.EasyTrain;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.Batch;
import ai.djl.training.evaluator.Accuracy;
import ai.djl.training.loss.Loss;
import dev.manta.data.BatchOptions;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.djl.BatchColumns;
import dev.manta.djl.BatchLoader;
import dev.manta.djl.Djl;
import dev.manta.examples.DigitImages.Image;
import dev.manta.train.TrainContext;
import java.util.List;

/// Trains on the rows of a dataset, and validates on those of another, in a loop of its own.
public final class TrainOnRows {
  /// How it learns.
  public record Config(int epochs) {}

  private TrainOnRows() {}

  static Dataset rows(List<Image> images) {
    return Dataset.of(
        images.stream()
            .map(image -> Row.of("pixels", image.pixels(), "digit", image.digit()))
            .toList());
  }

  // region: loop
  static void train(TrainContext<Config> ctx) {
    var djl = Djl.of(ctx).seed(1);
    try (Model model = Model.newInstance("digits")) {
      model.setBlock(DigitsCnn.block());
      var config =
          new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss()).addEvaluator(new Accuracy());
      Trainer trainer = djl.prepare(model, config, DigitsCnn.INPUT);
      var columns = BatchColumns.features("pixels").label("digit").rows(1, 8, 8);
      BatchLoader train = djl.loader(ctx.dataset("train"), BatchOptions.rows(16), columns);
      BatchLoader test = djl.loader(ctx.dataset("test"), BatchOptions.rows(90), columns);
      for (int epoch : ctx.epochs(ctx.config().epochs())) {
        for (Batch batch : train.epoch(epoch)) {
          EasyTrain.trainBatch(trainer, batch);
          trainer.step();
        }
        for (Batch batch : test.epoch(epoch)) {
          EasyTrain.validateBatch(trainer, batch);
        }
        ctx.report(djl.metrics(trainer).with("epoch", epoch), djl.snapshot());
      }
    }
  }
  // endregion
}
