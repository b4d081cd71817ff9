package dev.manta.bench.torch;

import dev.manta.bench.train.Stamps;
import dev.manta.torch.Torch;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.models.Mlp;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.optim.AdamW;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Path;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// A user's program that makes one step of a small model: how long its first and second fit() take
/// to the end of it on every rank.
public final class TorchStartProgram {
  private static final int WORKERS = 2;

  /// Where ranks say when they had made their step.
  public record Config(String directory) {}

  private TorchStartProgram() {}

  public static void main(String[] args) throws IOException {
    System.out.println("figure first " + fit(Path.of(args[0], "first")));
    System.out.println("figure second " + fit(Path.of(args[0], "second")));
  }

  /// The training function: one step.
  public static void train(TrainContext<Config> ctx) throws IOException {
    var manta = Torch.of(ctx).seed(1);
    var model = manta.prepare(new Mlp(64, 32, 10));
    var optimizer = manta.prepare(new AdamW(model.parameters(), 1e-3));
    var labels = torch.randint(10, new long[] {32}).to(ScalarType.Long);
    Losses.crossEntropy(model.call(torch.randn(32, 64)), labels).backward();
    optimizer.step();
    Stamps.write(ctx.config().directory(), ctx.rank());
  }

  private static double fit(Path directory) throws IOException {
    TorchTrainer trainer =
        TorchTrainer.of(TorchStartProgram::train, new Config(directory.toString()))
            .scaling(ScalingConfig.workers(WORKERS))
            .run(RunConfig.named("start").storage(directory.resolve("runs").toString()).quiet());
    return Stamps.seconds(directory, WORKERS, trainer::fit);
  }
}
