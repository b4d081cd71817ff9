package dev.manta.bench.torch;

import dev.manta.cluster.Resources;
import dev.manta.torch.Torch;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.nn.Module;
import dev.manta.torch.optim.AdamW;
import dev.manta.torch.optim.Optimizer;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.bytedeco.pytorch.Tensor;

/// Models on one GPU, in bfloat16 with the fused AdamW, trained as a user would.
public final class GpuProgram {
  /// Which model, how many times fewer steps than usual, and where to say how fast it was.
  public record Config(GpuModel model, int fewer, String file) {}

  private GpuProgram() {}

  /// Arguments: a directory; then, to try it out, how many times fewer steps.
  public static void main(String[] args) throws IOException {
    int fewer = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    for (GpuModel model : GpuModel.values()) {
      Path file = Path.of(args[0], model.name());
      // region: gpu
      TorchTrainer.of(GpuProgram::train, new Config(model, fewer, file.toString()))
          .scaling(ScalingConfig.workers(1).perWorker(Resources.cpus(1).withGpus(1)))
          .run(RunConfig.named("gpu").storage(Path.of(args[0], "runs").toString()).quiet())
          .fit();
      // endregion
      String name = model.name().toLowerCase(Locale.ROOT);
      System.out.println("figure " + name + " " + Files.readString(file));
    }
  }

  /// The training function: steps of one model on a batch that stays the same.
  public static void train(TrainContext<Config> ctx) throws IOException {
    GpuModel kind = ctx.config().model();
    int fewer = ctx.config().fewer();
    var manta = Torch.of(ctx).seed(1);
    var loop = new Loop(manta, kind);
    loop.steps(kind.warm / fewer);
    long begin = System.nanoTime();
    int count = kind.count / fewer;
    loop.steps(count);
    double seconds = (System.nanoTime() - begin) / 1e9;
    String speed = String.valueOf(count / seconds);
    Files.writeString(Path.of(ctx.config().file()), speed);
  }

  /// A model with its optimizer and its batch.
  private static final class Loop {
    private final Torch manta;
    private final Module model;
    private final Optimizer optimizer;
    private final Tensor inputs;
    private final Tensor targets;

    Loop(Torch manta, GpuModel kind) {
      this.manta = manta;
      model = manta.prepare(kind.make());
      optimizer = manta.prepare(new AdamW(model.parameters(), 1e-4));
      inputs = manta.keep(kind.inputs(manta.device()));
      targets = manta.keep(kind.targets(manta.device()));
    }

    /// Ends when the GPU has done them all: reading a loss waits for what came before.
    void steps(int count) {
      Tensor loss = inputs;
      for (int i = 0; i < count; i++) {
        optimizer.zeroGrad();
        loss = loss();
        loss.backward();
        optimizer.step();
      }
      double last = loss.item_double();
      if (Double.isNaN(last)) {
        throw new IllegalStateException("the loss is not a number after " + count + " steps");
      }
    }

    private Tensor loss() {
      // region: autocast
      try (var _ = manta.autocast()) {
        Tensor logits = model.call(inputs);
        return Losses.crossEntropy(logits.view(targets.size(0), -1), targets);
      }
      // endregion
    }
  }
}
