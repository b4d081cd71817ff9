package dev.manta.bench.recovery;

import dev.manta.Manta;
import dev.manta.bench.recovery.StepLog.Line;
import dev.manta.cluster.Resources;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A run that writes [StepLog]s and whose number of workers changes: from 2 to 4, then to 3.
///
/// @param directory where ranks say when they ended their steps
public record Sizes(Path directory) {
  private static final Duration CALM = Duration.ofSeconds(3);
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final long LOOK_EVERY_MILLIS = 20;
  private static final int LEAST = 2;
  private static final int MOST = 4;
  private static final int LAST = 3;

  /// Cores are not counted, so that a machine of any size begins with the least.
  public ScalingConfig scaling() {
    return ScalingConfig.workers(LEAST, MOST).perWorker(Resources.cpus(1_000_000));
  }

  public RunConfig run() {
    return RunConfig.named("resize")
        .storage(directory.resolve("runs").toString())
        .failures(FailureConfig.unlimited().spares(0))
        .quiet();
  }

  /// Changes sizes beside the run that is about to begin, prints what that cost, and ends the
  /// process.
  public void begin() {
    Beside.begin("what changes of size cost", this::print);
  }

  private void print() throws IOException, InterruptedException {
    await(1, LEAST);
    Change grown = change(1, LEAST, MOST);
    System.out.println("figure grow " + grown.millis());
    Change shrunk = change(2, MOST, LAST);
    System.out.println("figure shrink " + shrunk.millis());
    System.out.println("figure lost " + (grown.stepsLost() + shrunk.stepsLost()));
    System.out.println("figure restarted " + (grown.restarted() + shrunk.restarted()));
  }

  /// What one change cost: the time between the last step before and the first one after, steps
  /// made again, and processes that should have stayed.
  private record Change(double millis, long stepsLost, int restarted) {}

  private Change change(int attempt, int from, int to) throws IOException, InterruptedException {
    Thread.sleep(CALM);
    Manta.local().scale(directory.resolve("runs").resolve("resize").toString(), to);
    List<Line> after = await(attempt + 1, to);
    List<Line> before = new ArrayList<>();
    for (int rank = 0; rank < from; rank++) {
      before.add(of(rank, attempt).getLast());
    }
    long gap = latest(after) - latest(before);
    long lost = before.getFirst().step() + 1 - after.getFirst().step();
    return new Change(gap / 1e6, Math.max(0, lost), Math.min(from, to) - stayed(before, after));
  }

  private static long latest(List<Line> lines) {
    return lines.stream().mapToLong(Line::nanos).max().orElseThrow();
  }

  private static int stayed(List<Line> before, List<Line> after) {
    Set<Long> both = before.stream().map(Line::pid).collect(Collectors.toCollection(TreeSet::new));
    both.retainAll(after.stream().map(Line::pid).toList());
    return both.size();
  }

  /// The first step of each rank in an attempt.
  private List<Line> await(int attempt, int ranks) throws IOException, InterruptedException {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (System.nanoTime() < end) {
      List<Line> first = new ArrayList<>();
      for (int rank = 0; rank < ranks; rank++) {
        of(rank, attempt).stream().findFirst().ifPresent(first::add);
      }
      if (first.size() == ranks) {
        return first;
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
    throw new IOException(
        "attempt %s has made no step with %s workers within %s s"
            .formatted(attempt, ranks, LIMIT.toSeconds()));
  }

  private List<Line> of(int rank, int attempt) throws IOException {
    return StepLog.read(directory, rank, attempt);
  }
}
