package dev.manta.bench.hosts;

import dev.manta.Trainer;
import dev.manta.bench.train.Stamps;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.collective.Op;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A driver on a host of its own, whose workers are on others.
public final class HostsProgram {
  private static final int REPORTS = 300_000;
  private static final int STEP_MILLIS = 100;
  private static final int STEPS_MAX = 3_000;

  /// Where ranks say how far they are.
  public record Config(String directory) {}

  private HostsProgram() {}

  /// Does one thing.
  ///
  /// @param args what to do, a directory that all hosts see, and how many workers
  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[1]);
    int workers = Integer.parseInt(args[2]);
    switch (args[0]) {
      case "start" -> {
        say("code", start(directory.resolve("first"), workers));
        say("first", start(directory.resolve("second"), workers));
      }
      case "reports" -> say("reports", reports(directory.resolve("reports")));
      case "steps" -> trainer(directory, workers, "steps").fit();
      default -> throw new IllegalArgumentException("start, reports or steps, not " + args[0]);
    }
  }

  private static void say(String figure, double value) {
    System.out.println("figure " + figure + " " + value);
  }

  private static Trainer trainer(Path directory, int workers, String what) {
    var config = new Config(directory.toString());
    Trainer trainer =
        switch (what) {
          case "start" -> Trainer.of(HostsProgram::enter, config);
          case "reports" -> Trainer.of(HostsProgram::report, config);
          default -> Trainer.of(HostsProgram::step, config);
        };
    return trainer
        .scaling(
            ScalingConfig.workers(workers)
                .perWorker(Resources.cpus(1))
                .placement(workers > 1 ? Placement.SPREAD : Placement.PACK))
        .run(RunConfig.named(what).storage(directory.resolve("runs").toString()).quiet());
  }

  private static double start(Path directory, int workers) throws IOException {
    return Stamps.seconds(directory, workers, trainer(directory, workers, "start")::fit);
  }

  static void enter(TrainContext<Config> ctx) throws IOException {
    Stamps.write(ctx.config().directory(), ctx.rank());
  }

  /// Reports a second, from the first one to the end of the run.
  private static double reports(Path directory) throws IOException {
    Files.createDirectories(directory);
    trainer(directory, 1, "reports").fit();
    return REPORTS / (Stamps.now() - Stamps.last(directory, 1));
  }

  static void report(TrainContext<Config> ctx) throws IOException {
    Stamps.write(ctx.config().directory(), ctx.rank());
    for (int i = 0; i < REPORTS; i++) {
      ctx.report(Metrics.of("i", i));
    }
  }

  /// Says each step, when it was, and where.
  static void step(TrainContext<Config> ctx) throws Exception {
    Path directory = Path.of(ctx.config().directory());
    Path steps = directory.resolve("steps-" + ctx.rank());
    double[] sum = new double[1];
    ctx.live("sum", sum);
    for (long step : ctx.steps(STEPS_MAX)) {
      Thread.sleep(STEP_MILLIS);
      double[] ends = {Files.exists(directory.resolve("stop")) ? 1 : 0};
      ctx.collectives().allReduce(ends, Op.SUM);
      sum[0] += step;
      ctx.commit();
      Files.writeString(directory.resolve("host-" + ctx.rank()), hostName());
      String line = step + " " + Stamps.now() + "\n";
      Files.writeString(steps, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      if (ends[0] > 0) {
        return;
      }
    }
  }

  private static String hostName() throws IOException {
    return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
  }
}
