package dev.manta.bench.train;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.TrainingFailed;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// One worker that reports as fast as it can and is then killed: how many reports a second, and how
/// many of them are lost.
public final class ReportProgram {
  private static final int WARM_UP = 20_000;
  private static final int REPORTS = 300_000;
  private static final int CHECKPOINTS = 300;
  private static final int CHECKPOINT_BYTES = 1024;

  /// Where the worker says its figures.
  public record Config(String directory) {}

  private ReportProgram() {}

  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    Result result = killed(directory);
    double end = Stamps.now();
    System.out.println("figure metrics " + said(directory, "metrics"));
    System.out.println("figure lost " + (WARM_UP + REPORTS - count(result)));
    System.out.println("figure durable " + (end - said(directory, "returned")));
    fit("checkpoints", directory);
    System.out.println("figure checkpoints " + said(directory, "checkpoints"));
  }

  private static double said(Path directory, String name) throws IOException {
    return Double.parseDouble(Files.readString(directory.resolve(name)));
  }

  /// Reports metrics, says how fast, and is killed at once.
  public static void reports(TrainContext<Config> ctx) throws IOException {
    report(ctx, 0, WARM_UP);
    long begin = System.nanoTime();
    report(ctx, WARM_UP, REPORTS);
    double seconds = (System.nanoTime() - begin) / 1e9;
    say(ctx, "returned", Stamps.now());
    say(ctx, "metrics", REPORTS / seconds);
    Signals.killSelf();
  }

  /// Reports checkpoints of 1 KB, each durable when the call returns.
  public static void checkpoints(TrainContext<Config> ctx) throws IOException {
    Path files = Files.createDirectories(Path.of(ctx.config().directory(), "files"));
    Files.write(files.resolve("state"), new byte[CHECKPOINT_BYTES]);
    checkpoint(ctx, files, CHECKPOINTS / 10);
    long begin = System.nanoTime();
    checkpoint(ctx, files, CHECKPOINTS);
    say(ctx, "checkpoints", CHECKPOINTS / ((System.nanoTime() - begin) / 1e9));
  }

  private static void report(TrainContext<Config> ctx, int from, int count) {
    for (int i = 0; i < count; i++) {
      ctx.report(Metrics.of("loss", 1.0 / (from + i + 1)));
    }
  }

  private static void checkpoint(TrainContext<Config> ctx, Path files, int count) {
    for (int i = 0; i < count; i++) {
      ctx.report(Metrics.of("loss", i), Checkpoint.fromDirectory(files), Upload.SYNC);
    }
  }

  private static void say(TrainContext<Config> ctx, String name, double value) throws IOException {
    Files.writeString(Path.of(ctx.config().directory(), name), String.valueOf(value));
  }

  private static Result killed(Path directory) {
    try {
      fit("reports", directory);
    } catch (TrainingFailed killed) {
      return killed.result();
    }
    throw new IllegalStateException("the worker was to be killed, but its run has finished");
  }

  private static void fit(String method, Path directory) {
    Trainer.of(ReportProgram.class.getName(), method, new Config(directory.toString()))
        .scaling(ScalingConfig.workers(1))
        .run(
            RunConfig.named(method)
                .storage(directory.resolve("runs").toString())
                .failures(FailureConfig.none())
                .quiet())
        .fit();
  }

  private static long count(Result result) {
    return result.history().rows().count();
  }
}
