package dev.manta.torch.runs;

import dev.manta.torch.Torch;
import dev.manta.torch.data.DataLoader;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.data.TensorDataset;
import dev.manta.torch.models.Mlp;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.nn.Module;
import dev.manta.torch.optim.AdamW;
import dev.manta.torch.optim.Optimizer;
import dev.manta.torch.optim.SGD;
import dev.manta.train.TrainContext;
import java.io.IOException;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Training functions for tests.
public final class Programs {
  /// What a test asks for.
  ///
  /// @param out where ranks write what they have learned
  /// @param rows how many rows the data has
  /// @param batch how many of them one step takes over all ranks
  /// @param mode which variant
  public record Config(String out, int rows, int batch, String mode) {}

  private Programs() {}

  /// An MLP, one epoch.
  public static void mlp(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7);
    Mlp model = manta.prepare(new Mlp(20, 16, 16, 4));
    Optimizer optimizer = manta.prepare(new AdamW(model.parameters(), 1e-2));
    for (TensorBatch batch : loader(ctx, manta, 20)) {
      step(model, optimizer, batch);
    }
    Weights.write(ctx.config().out(), ctx.rank(), model);
  }

  static void step(Module model, Optimizer optimizer, TensorBatch batch) {
    optimizer.zeroGrad();
    Losses.crossEntropy(model.call(batch.x()), batch.y()).backward();
    optimizer.step();
  }

  static DataLoader loader(TrainContext<Config> ctx, Torch manta, long... shape) {
    int each = ctx.config().batch() / ctx.worldSize();
    return manta.prepare(DataLoader.of(data(ctx.config().rows(), shape), each).shuffle(3));
  }

  /// The same rows in every process.
  static TensorDataset data(int rows, long... shape) {
    long[] all = new long[shape.length + 1];
    all[0] = rows;
    System.arraycopy(shape, 0, all, 1, shape.length);
    torch.manual_seed(11);
    Tensor x = torch.randn(all);
    Tensor y = torch.randint(4, new long[] {rows}).to(ScalarType.Long);
    return TensorDataset.of(x, y);
  }

  static Optimizer sgd(Module model) {
    return new SGD(model.parameters(), 0.05).momentum(0.9).weightDecay(5e-4);
  }
}
