package dev.manta.bench.chaos;

import dev.manta.Result;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.NoticeSource;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The training that is disturbed, as its programs have it in common: whole epochs of 1,600 rows,
/// 32 rows a step over all ranks.
///
/// @param directory where ranks say what they do, and are told what to do to themselves
/// @param epochs how many
/// @param pauseMillis how long a step takes at least
/// @param exact whether the number of workers may change, and weights must not change with it
/// @param spread whether its workers shall be on different hosts
public record DisturbedTraining(
    String directory, int epochs, long pauseMillis, boolean exact, boolean spread) {
  /// The samples of an epoch.
  public static final int ROWS = 1600;

  /// The samples of a step, over all ranks.
  public static final int ROWS_OF_STEP = 32;

  /// How many workers a run has, or begins with.
  public static final int WORKERS = 2;

  static final int WORKERS_MAX = 4;
  static final String NAME = "chaos";
  static final int STEPS_OF_EPOCH = ROWS / ROWS_OF_STEP;

  private static final String HEAP = "256m";
  private static final int REPORT_EVERY = 5;
  private static final int KEEP = 2;

  /// What is killed after seconds needs no optimising compiler.
  static final String QUICK = "-XX:TieredStopAtLevel=1";

  /// As many epochs as these steps need.
  static DisturbedTraining of(Path directory, long steps, long pauseMillis, boolean exact) {
    int epochs = Math.toIntExact((steps + STEPS_OF_EPOCH - 1) / STEPS_OF_EPOCH);
    return new DisturbedTraining(directory.toString(), epochs, pauseMillis, exact, false);
  }

  /// The same on several hosts.
  DisturbedTraining onHosts() {
    return new DisturbedTraining(directory, epochs, pauseMillis, exact, true);
  }

  /// What [#arguments] has made.
  public static DisturbedTraining parse(String[] arguments) {
    return new DisturbedTraining(
        arguments[0],
        Integer.parseInt(arguments[1]),
        Long.parseLong(arguments[2]),
        Boolean.parseBoolean(arguments[3]),
        Boolean.parseBoolean(arguments[4]));
  }

  String[] arguments() {
    return new String[] {directory, "" + epochs, "" + pauseMillis, "" + exact, "" + spread};
  }

  /// Cores are not counted, so that a machine of any size begins with the same number.
  public ScalingConfig scaling() {
    ScalingConfig workers =
        exact
            ? ScalingConfig.workers(WORKERS, WORKERS_MAX).perWorker(Resources.cpus(1_000_000))
            : ScalingConfig.workers(WORKERS);
    return workers
        .heap(HEAP)
        .jvmOptions(QUICK)
        .placement(spread ? Placement.SPREAD : Placement.PACK);
  }

  /// Storage is a local directory, or a bucket, behind [BrokenStorage].
  public RunConfig run() {
    return RunConfig.named(NAME)
        .storage(BrokenStorage.location(Path.of(directory, "runs")).toString())
        .failures(FailureConfig.unlimited())
        .checkpoints(CheckpointConfig.keep(KEEP))
        .notices(NoticeSource.file(notice()))
        .quiet();
  }

  /// Begins a step: does to itself what it was told, says which samples it has, and takes its time.
  public void begin(TrainContext<DisturbedTraining> ctx, Trace trace, int epoch, long[] samples)
      throws IOException, InterruptedException {
    Orders.obey(Path.of(directory), ctx.rank());
    Thread.sleep(pauseMillis);
    trace.say(epoch, ctx.commits(), samples);
  }

  /// Ends a step, which was committed.
  public void end(TrainContext<DisturbedTraining> ctx) {
    long steps = ctx.commits();
    if (steps % REPORT_EVERY == 0) {
      ctx.report(Metrics.of("steps", steps));
    }
  }

  /// Keeps what the run has come to, unless it was stopped.
  public void finish(Result result) throws IOException {
    if (result.status() != RunStatus.STOPPED) {
      Files.writeString(result(), result.returnValue(String.class).orElseThrow());
    }
  }

  /// Where it is said that the machine will be taken away.
  Path notice() {
    return Path.of(directory, "notice");
  }

  Path result() {
    return Path.of(directory, "result");
  }
}
