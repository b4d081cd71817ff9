package dev.manta.bench.recovery;

import dev.manta.bench.recovery.StepLog.Line;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A run of two workers that writes [StepLog]s, and of which one is killed every ten seconds: how
/// many steps it makes meanwhile.
///
/// @param directory where ranks say when they ended their steps
/// @param kills how often; none measures what a step takes when nothing happens
public record Goodput(Path directory, int kills) {
  private static final int WORKERS = 2;
  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final Duration WARM = Duration.ofSeconds(5);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long LOOK_EVERY_MILLIS = 20;

  /// What the command line says, in the order of the components.
  public static Goodput of(String[] args) {
    return new Goodput(Path.of(args[0]), Integer.parseInt(args[1]));
  }

  public ScalingConfig scaling() {
    return ScalingConfig.workers(WORKERS);
  }

  /// A run that nobody disturbs needs no spare, and shall not share its cores with one.
  public RunConfig run() {
    return RunConfig.named("goodput")
        .storage(directory.resolve("runs").toString())
        .failures(FailureConfig.unlimited().spares(kills == 0 ? 0 : 1))
        .quiet();
  }

  /// Kills beside the run that is about to begin, prints the figures `step` (the median, in
  /// milliseconds), `steps` and `seconds`, and ends the process.
  public void begin() {
    Beside.begin("the goodput", this::print);
  }

  private void print() throws IOException, InterruptedException {
    awaitFirstStep();
    Thread.sleep(WARM);
    Line from = last();
    for (int i = 0; i < Math.max(1, kills); i++) {
      Thread.sleep(EVERY.dividedBy(2));
      killIf(i < kills, i % WORKERS);
      Thread.sleep(EVERY.dividedBy(2));
    }
    Line to = last();
    System.out.println("figure step " + medianMillis(from.step()));
    System.out.println("figure steps " + (to.step() - from.step()));
    System.out.println("figure seconds " + (to.nanos() - from.nanos()) / 1e9);
  }

  private void killIf(boolean so, int rank) throws IOException {
    if (so) {
      long pid = StepLog.last(directory, rank).orElseThrow().pid();
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  private Line last() throws IOException {
    return StepLog.last(directory, 0).orElseThrow();
  }

  private void awaitFirstStep() throws IOException, InterruptedException {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (StepLog.last(directory, 0).isEmpty()) {
      if (System.nanoTime() > end) {
        throw new IOException("the run has made no step within " + LIMIT.toSeconds() + " s");
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
  }

  /// What a step of the first attempt took, from some step on.
  private double medianMillis(long from) throws IOException {
    List<Line> lines = StepLog.read(directory, 0, 1);
    List<Long> gaps = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      if (lines.get(i).step() > from) {
        gaps.add(lines.get(i).nanos() - lines.get(i - 1).nanos());
      }
    }
    return gaps.stream().sorted().toList().get(gaps.size() / 2) / 1e6;
  }
}
