package dev.manta.bench.torch;

import dev.manta.torch.Torch;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.models.Mlp;
import dev.manta.torch.models.ResNet18;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.nn.Module;
import dev.manta.torch.optim.AdamW;
import dev.manta.torch.optim.Optimizer;
import dev.manta.torch.optim.SGD;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// The models of `ddp_models.py`, trained as a user would.
public final class DdpProgram {
  private static final int WORKERS = 2;

  /// Which model, and where rank 0 says how fast it was.
  public record Config(Model model, String file) {}

  /// What is measured: a model, its batch, and how many steps warm up and count.
  public enum Model {
    CNN(64, 3, 15) {
      @Override
      Module make() {
        return new Cnn();
      }
    },
    /// Small enough that averaging gradients takes a good part of a step: with more weights and
    /// fewer rows both sides wait for memory in the optimizer instead. A JVM compiles for some
    /// hundred of its short steps.
    MLP(64, 600, 200) {
      @Override
      Module make() {
        return new Mlp(784, 256, 256, 10);
      }

      @Override
      Optimizer optimizer(Module model) {
        return new AdamW(model.parameters(), 1e-3);
      }

      @Override
      long[] shape() {
        return new long[] {rows, 784};
      }
    },
    RESNET(16, 1, 5) {
      @Override
      Module make() {
        return ResNet18.small(1, 10);
      }
    };

    final int rows;
    final int warm;
    final int count;

    Model(int rows, int warm, int count) {
      this.rows = rows;
      this.warm = warm;
      this.count = count;
    }

    abstract Module make();

    Optimizer optimizer(Module model) {
      return new SGD(model.parameters(), 0.01).momentum(0.9);
    }

    long[] shape() {
      return new long[] {rows, 1, 28, 28};
    }
  }

  private DdpProgram() {}

  public static void main(String[] args) throws IOException {
    for (Model model : Model.values()) {
      Path file = Path.of(args[0], model.name());
      TorchTrainer.of(DdpProgram::train, new Config(model, file.toString()))
          .scaling(ScalingConfig.workers(WORKERS))
          .run(run(args[0]))
          .fit();
      String name = model.name().toLowerCase(java.util.Locale.ROOT);
      System.out.println("figure " + name + " " + Files.readString(file));
    }
  }

  /// Without retries, as the peers run: no spare gets warm beside steps that are timed.
  private static RunConfig run(String directory) {
    return RunConfig.named("ddp")
        .storage(Path.of(directory, "runs").toString())
        .failures(FailureConfig.retries(0))
        .quiet();
  }

  /// The training function: steps of one model on a batch that stays the same.
  public static void train(TrainContext<Config> ctx) throws IOException {
    Model kind = ctx.config().model();
    var manta = Torch.of(ctx).seed(1);
    Module model = manta.prepare(kind.make());
    Optimizer optimizer = manta.prepare(kind.optimizer(model));
    Tensor images = manta.keep(torch.randn(kind.shape()));
    Tensor labels = manta.keep(torch.randint(10, new long[] {kind.rows}).to(torch.ScalarType.Long));
    steps(model, optimizer, images, labels, kind.warm);
    ctx.barrier();
    long begin = System.nanoTime();
    steps(model, optimizer, images, labels, kind.count);
    ctx.barrier();
    double seconds = (System.nanoTime() - begin) / 1e9;
    if (ctx.rank() == 0) {
      Files.writeString(Path.of(ctx.config().file()), String.valueOf(kind.count / seconds));
    }
  }

  private static void steps(
      Module model, Optimizer optimizer, Tensor images, Tensor labels, int count) {
    for (int i = 0; i < count; i++) {
      optimizer.zeroGrad();
      Losses.crossEntropy(model.call(images), labels).backward();
      optimizer.step();
    }
  }
}
