package dev.manta.bench.torch;

import dev.manta.Trainer;
import dev.manta.bench.train.Stamps;
import dev.manta.torch.Torch;
import dev.manta.torch.models.Mlp;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.optim.AdamW;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// A user's program that tunes a trainer of a small model, one trial after the other: how long it
/// takes from the return of a trial to the first step of the next on every rank.
public final class TorchTrialsProgram {
  private static final int WORKERS = 2;
  private static final int TRIALS = 4;
  private static final int STEPS = 20;

  /// What is tuned, and where ranks say when they had got how far.
  public record Config(double rate, String directory) {}

  private TorchTrialsProgram() {}

  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    search(directory);
    System.out.println("figure second " + seconds(directory, 1));
    System.out.println("figure later " + (seconds(directory, 2) + seconds(directory, 3)) / 2);
  }

  /// The training function.
  public static void train(TrainContext<Config> ctx) throws IOException {
    var manta = Torch.of(ctx).seed(1);
    var model = manta.prepare(new Mlp(64, 32, 10));
    var optimizer = manta.prepare(new AdamW(model.parameters(), ctx.config().rate()));
    for (long step : ctx.steps(STEPS)) {
      optimizer.zeroGrad();
      var labels = torch.randint(10, new long[] {32}).to(ScalarType.Long);
      manta.backward(Losses.crossEntropy(model.call(torch.randn(32, 64)), labels));
      optimizer.step();
      if (step == 0) {
        stamp(ctx, "stepped");
      }
    }
    ctx.report(Metrics.of("loss", 1));
    stamp(ctx, "returned");
  }

  private static void stamp(TrainContext<Config> ctx, String event) throws IOException {
    Path at = at(Path.of(ctx.config().directory()), ctx.runName(), event);
    Files.createDirectories(at);
    Stamps.write(at.toString(), ctx.rank());
  }

  private static Path at(Path directory, String run, String event) {
    return directory.resolve("stamps").resolve(run).resolve(event);
  }

  private static void search(Path directory) throws IOException {
    var config = new Config(0, directory.toString());
    Trainer trainer =
        Trainer.of(TorchTrialsProgram::train, config).scaling(ScalingConfig.workers(WORKERS));
    ResultGrid results =
        Tuner.of(trainer)
            .space(Space.of().uniform("rate", 1e-4, 1e-2).constant("directory", config.directory()))
            .search(
                TuneConfig.minimize("loss")
                    .samples(TRIALS)
                    .concurrent(1)
                    .searcher(Searcher.random()))
            .run(RunConfig.named("trials").storage(directory.resolve("runs").toString()).quiet())
            .fit();
    if (!results.errors().isEmpty()) {
      throw new IOException("not all trials ended well: " + results.errors());
    }
  }

  /// From the return of the trial before to the first step.
  private static double seconds(Path directory, int trial) throws IOException {
    double stepped = Stamps.last(at(directory, "trial-0000" + trial, "stepped"), WORKERS);
    return stepped - Stamps.last(at(directory, "trial-0000" + (trial - 1), "returned"), WORKERS);
  }
}
