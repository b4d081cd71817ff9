package dev.manta.torch.runs;

import dev.manta.data.BatchOptions;
import dev.manta.testkit.framework.ContractRows;
import dev.manta.torch.Tally;
import dev.manta.torch.Torch;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.nn.Module;
import dev.manta.torch.nn.ReLU;
import dev.manta.torch.nn.Sequential;
import dev.manta.torch.optim.AdamW;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// A small network that learns rows of the contract, all in one step.
final class ContractTraining {
  private static final int ALL = 1000;
  private static final String[] COLUMNS =
      Stream.concat(ContractRows.FEATURES.stream(), Stream.of(ContractRows.LABEL))
          .toArray(String[]::new);

  private ContractTraining() {}

  record Config(int rounds) {}

  static void train(TrainContext<Config> ctx) {
    Torch manta = Torch.of(ctx).seed(1);
    Module model = manta.prepare(model());
    var optimizer = manta.prepare(new AdamW(model.parameters(), 0.02));
    ctx.live("model", model).live("optimizer", optimizer);
    for (int round : ctx.epochs(ctx.config().rounds())) {
      Metrics metrics = round(ctx, manta, model, optimizer);
      if (round == ctx.config().rounds() - 1) {
        ctx.report(metrics, ctx.snapshot());
      } else {
        ctx.report(metrics);
      }
    }
  }

  private static Metrics round(
      TrainContext<Config> ctx, Torch manta, Module model, AdamW optimizer) {
    Tally tally = manta.tally();
    var batches = manta.batches(ctx.dataset("train"), BatchOptions.rows(ALL), COLUMNS);
    for (TensorBatch batch : batches) {
      optimizer.zeroGrad();
      manta.backward(loss(model, batch));
      optimizer.step();
      try (var _ = new NoGradGuard()) {
        tally.addMean("loss", loss(model, batch).item_double(), batch.rows());
      }
    }
    return tally.metrics();
  }

  static Module model() {
    return new Sequential(new Linear(COLUMNS.length - 1, 8), new ReLU(), new Linear(8, 2));
  }

  static Tensor loss(Module model, TensorBatch batch) {
    List<Tensor> features = new ArrayList<>();
    for (int i = 0; i < COLUMNS.length - 1; i++) {
      features.add(batch.column(i).to(ScalarType.Float));
    }
    Tensor x = torch.stack(new TensorVector(features.toArray(Tensor[]::new)), 1);
    Tensor y = batch.column(COLUMNS.length - 1).to(ScalarType.Long);
    return Losses.crossEntropy(model.call(x), y);
  }
}
