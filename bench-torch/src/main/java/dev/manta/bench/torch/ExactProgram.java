package dev.manta.bench.torch;

import dev.manta.bench.torch.DdpProgram.Model;
import dev.manta.torch.Torch;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.data.DataLoader;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.data.TensorDataset;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.nn.Module;
import dev.manta.torch.optim.Optimizer;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// The same steps with and without exact mode.
public final class ExactProgram {
  private static final int WORKERS = 2;
  private static final int BATCHES = 8;

  /// Which model, over how many lanes (0 without exact mode), and where rank 0 says how fast it
  /// was.
  public record Config(Model model, int lanes, String file) {}

  private ExactProgram() {}

  /// Takes a directory, and a model and its lanes as often as wanted.
  public static void main(String[] args) throws IOException {
    for (int i = 1; i < args.length; i += 2) {
      Path file = Path.of(args[0], "speed");
      var config = new Config(Model.valueOf(args[i]), Integer.parseInt(args[i + 1]), file + "");
      TorchTrainer.of(ExactProgram::train, config)
          .scaling(ScalingConfig.workers(WORKERS))
          .run(
              RunConfig.named("exact")
                  .storage(args[0] + "/runs")
                  .failures(FailureConfig.retries(0))
                  .fresh()
                  .quiet())
          .fit();
      System.out.println("figure " + args[i] + "-" + args[i + 1] + " " + Files.readString(file));
    }
  }

  /// The training function.
  public static void train(TrainContext<Config> ctx) throws IOException {
    Model kind = ctx.config().model();
    Torch manta = Torch.of(ctx).seed(1);
    if (ctx.config().lanes() > 0) {
      manta.exact(ctx.config().lanes());
    }
    Module model = manta.prepare(kind.make());
    Optimizer optimizer = manta.prepare(kind.optimizer(model));
    DataLoader loader = manta.prepare(loader(kind));
    steps(manta, model, optimizer, loader, kind.warm);
    ctx.barrier();
    long begin = System.nanoTime();
    steps(manta, model, optimizer, loader, kind.count);
    ctx.barrier();
    double seconds = (System.nanoTime() - begin) / 1e9;
    if (ctx.rank() == 0) {
      Files.writeString(Path.of(ctx.config().file()), String.valueOf(kind.count / seconds));
    }
  }

  private static DataLoader loader(Model kind) {
    long[] shape = kind.shape();
    int together = kind.rows * WORKERS;
    shape[0] = (long) together * BATCHES;
    Tensor images = torch.randn(shape);
    Tensor labels = torch.randint(10, new long[] {shape[0]}).to(torch.ScalarType.Long);
    return DataLoader.of(TensorDataset.of(images, labels), together).acrossRanks();
  }

  private static void steps(
      Torch manta, Module model, Optimizer optimizer, DataLoader loader, int count) {
    for (int done = 0; done < count; ) {
      for (TensorBatch batch : loader) {
        if (done++ < count) {
          optimizer.zeroGrad();
          manta.backward(batch, rows -> Losses.crossEntropy(model.call(rows.x()), rows.y()));
          optimizer.step();
        }
      }
    }
  }
}
