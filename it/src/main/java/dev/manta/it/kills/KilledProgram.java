package dev.manta.it.kills;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.it.kills.Evidence.Kind;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/// The program that is disturbed: a driver like a user's, run again under the same name until it
/// ends by itself.
public final class KilledProgram {
  static final int EPOCHS = 30;
  static final int WORKERS = 2;
  static final int KEEP = 3;
  static final String NAME = "killed";

  private static final int REPORTS_PER_EPOCH = 4;
  private static final long PAUSE_MILLIS = 10;

  /// Where evidence is written.
  public record Config(String evidence) {}

  private KilledProgram() {}

  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    Result result =
        Trainer.of(KilledProgram::train, new Config(directory.resolve("evidence").toString()))
            .scaling(ScalingConfig.workers(WORKERS))
            .run(run(directory.resolve("runs")))
            .fit();
    Files.writeString(directory.resolve("result"), result.returnValue(String.class).orElseThrow());
  }

  private static RunConfig run(Path storage) {
    return RunConfig.named(NAME)
        .storage(storage.toString())
        .failures(FailureConfig.unlimited().backoff(Duration.ofMillis(10), Duration.ofMillis(100)))
        .checkpoints(CheckpointConfig.keep(KEEP).upload(Upload.SYNC));
  }

  /// The training function: averages over ranks, reports, and testifies to what has returned.
  public static String train(TrainContext<Config> ctx) throws IOException, InterruptedException {
    double[] state = new double[KnownTraining.SIZE];
    ctx.live("state", state);
    try (var evidence =
        Evidence.open(Path.of(ctx.config().evidence()), ctx.attempt(), ctx.rank())) {
      evidence.say(Kind.ENTERED, 0, "-");
      for (int epoch : ctx.epochs(EPOCHS)) {
        evidence.say(Kind.BEGAN, epoch, "-");
        report(ctx, evidence, epoch);
        double[] gradient = KnownTraining.gradient(state, epoch, ctx.rank());
        ctx.collectives().allReduce(gradient, Op.SUM);
        KnownTraining.step(state, gradient);
        commit(ctx, evidence, epoch);
      }
    }
    return Arrays.toString(state);
  }

  private static void report(TrainContext<Config> ctx, Evidence evidence, int epoch)
      throws IOException, InterruptedException {
    for (int i = 0; i < REPORTS_PER_EPOCH; i++) {
      Thread.sleep(PAUSE_MILLIS);
      String id = id(ctx, epoch, i);
      ctx.report(Metrics.of("id", id));
      evidence.say(Kind.REPORTED, epoch, id);
    }
  }

  private static void commit(TrainContext<Config> ctx, Evidence evidence, int epoch)
      throws IOException {
    String id = id(ctx, epoch, REPORTS_PER_EPOCH);
    ctx.report(Metrics.of("id", id), ctx.snapshot());
    // Rank 0 writes the snapshot: only its report returns after the commit.
    evidence.say(ctx.rank() == 0 ? Kind.COMMITTED : Kind.REPORTED, epoch, id);
  }

  private static String id(TrainContext<Config> ctx, int epoch, int report) {
    return ctx.attempt() + ":" + ctx.rank() + ":" + epoch + ":" + report;
  }
}
