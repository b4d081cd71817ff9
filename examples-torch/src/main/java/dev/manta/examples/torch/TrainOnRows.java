package dev.manta.examples.torch;

import static dev.manta.torch.Tensors.accuracy;

import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.torch.Torch;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.data.TensorColumn;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.optim.AdamW;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Trains on the rows of a dataset, and evaluates on those of another.
public final class TrainOnRows {
  /// How it learns.
  public record Config(int epochs) {}

  private TrainOnRows() {}

  // region: loop
  static void train(TrainContext<Config> ctx) {
    var torch = Torch.of(ctx).seed(1);
    var model = torch.prepare(new DigitsCnn.Net());
    var optimizer = torch.prepare(new AdamW(model.parameters(), 2e-3));
    ctx.live("model", model).live("optimizer", optimizer);
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      for (TensorBatch batch : rows(torch, ctx, "train")) {
        optimizer.zeroGrad();
        torch.backward(Losses.crossEntropy(model.call(batch.x()), batch.y()));
        optimizer.step();
      }
      Batches<TensorBatch> test = rows(torch, ctx, "test");
      Metrics tested =
          torch.evaluate(
              model,
              test,
              (batch, tally) -> {
                double right = accuracy(model.call(batch.x()), batch.y());
                tally.addMean("accuracy", right, batch.rows());
              });
      ctx.report(tested.with("epoch", epoch), ctx.snapshot());
    }
  }

  /// The next pass over a dataset: lists of 64 numbers as images, and int32 labels as int64.
  static Batches<TensorBatch> rows(Torch torch, TrainContext<Config> ctx, String name) {
    return torch.batches(
        ctx.dataset(name),
        BatchOptions.rows(32),
        TensorColumn.of("pixels").rows(1, 8, 8),
        TensorColumn.of("label").as(ScalarType.Long));
  }
  // endregion
}
