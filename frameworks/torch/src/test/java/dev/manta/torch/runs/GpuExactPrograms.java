package dev.manta.torch.runs;

import dev.manta.torch.Torch;
import dev.manta.torch.data.DataLoader;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.models.Gpt;
import dev.manta.torch.nn.AdaptiveAvgPool2d;
import dev.manta.torch.nn.Conv2d;
import dev.manta.torch.nn.Dropout;
import dev.manta.torch.nn.Flatten;
import dev.manta.torch.nn.GroupNorm;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.nn.MaxPool2d;
import dev.manta.torch.nn.Module;
import dev.manta.torch.nn.ReLU;
import dev.manta.torch.nn.Sequential;
import dev.manta.torch.optim.AdamW;
import dev.manta.torch.optim.Optimizer;
import dev.manta.torch.runs.Programs.Config;
import dev.manta.train.TrainContext;
import java.io.IOException;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Training in exact mode with operators that, on a GPU, sum in any order unless told otherwise.
public final class GpuExactPrograms {
  private static final int LANES = 8;
  private static final int SIDE = 12;
  private static final int VOCABULARY = 64;

  private GpuExactPrograms() {}

  /// The model that the mode names, two epochs.
  public static void train(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7).exact(LANES);
    String mode = ctx.config().mode();
    Module model = manta.prepare(model(mode));
    Optimizer optimizer = manta.prepare(new AdamW(model.parameters(), 1e-2));
    DataLoader loader = manta.prepare(loader(ctx));
    for (int epoch = 0; epoch < 2; epoch++) {
      for (TensorBatch batch : loader.epoch(epoch)) {
        optimizer.zeroGrad();
        manta.backward(batch, rows -> loss(manta, mode, model, rows));
        manta.clipGradNorm(optimizer, 0.5);
        optimizer.step();
      }
    }
    Weights.write(ctx.config().out(), ctx.rank(), model);
  }

  private static DataLoader loader(TrainContext<Config> ctx) {
    var data = Programs.data(ctx.config().rows(), 1, SIDE, SIDE);
    return DataLoader.of(data, ctx.config().batch()).acrossRanks().shuffle(3);
  }

  private static Module model(String mode) {
    return switch (mode) {
      case "convolutions" -> convolutions();
      case "unordered" -> unordered();
      case "attention", "bfloat16" ->
          new Gpt(new Gpt.Shape(VOCABULARY, SIDE * SIDE, 64, 2, 2, 0.1));
      default -> new Sequential(new Flatten(), new Linear(SIDE * SIDE, 4), new Dropout(0.3));
    };
  }

  private static Module convolutions() {
    return new Sequential(
        new Conv2d(1, 16, 3),
        new GroupNorm(4, 16),
        new ReLU(),
        new MaxPool2d(2),
        new Conv2d(16, 32, 3),
        new ReLU(),
        new Flatten(),
        new Linear(32 * 9, 4));
  }

  /// The gradient of its means cannot be summed in order.
  private static Module unordered() {
    return new Sequential(
        new Conv2d(1, 4, 3), new AdaptiveAvgPool2d(3, 3), new Flatten(), new Linear(4 * 9, 4));
  }

  private static Tensor loss(Torch manta, String mode, Module model, TensorBatch rows) {
    return switch (mode) {
      case "attention" -> text(model, rows);
      case "bfloat16" -> lowered(manta, model, rows);
      case "collisions" -> collisions(model, rows);
      default -> Losses.crossEntropy(model.call(rows.x()), rows.y());
    };
  }

  /// Takes each output many times: the gradients of all those places are summed.
  private static Tensor collisions(Module model, TensorBatch rows) {
    Tensor outputs = model.call(rows.x()).view(-1);
    Tensor places = tokens(rows).view(-1).remainder(new Scalar(outputs.size(0)));
    return outputs.index_select(0, places).mul(rows.x().view(-1)).square().mean();
  }

  private static Tensor lowered(Torch manta, Module model, TensorBatch rows) {
    try (var _ = manta.autocast()) {
      return text(model, rows);
    }
  }

  /// Many tokens are the same: their gradients are summed.
  private static Tensor text(Module model, TensorBatch rows) {
    Tensor tokens = tokens(rows);
    Tensor logits = model.call(tokens);
    return Losses.crossEntropy(logits.view(-1, VOCABULARY), tokens.view(-1));
  }

  private static Tensor tokens(TensorBatch rows) {
    return rows.x().abs().mul(new Scalar(8)).to(ScalarType.Long).view(rows.rows(), -1);
  }
}
