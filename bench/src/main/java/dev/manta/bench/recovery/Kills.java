package dev.manta.bench.recovery;

import dev.manta.bench.recovery.StepLog.Line;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Kills one worker after the other of a run that writes [StepLog]s, and measures how long until
/// the whole group has made its next step.
///
/// @param signal what the worker is sent: `KILL`, or `STOP` to freeze it
/// @param calm how long the group trains before the next one is killed
public record Kills(Path directory, int workers, String signal, Duration calm) {
  private static final long LIMIT_NANOS = Duration.ofSeconds(60).toNanos();
  private static final long LOOK_EVERY_MILLIS = 20;

  /// What one kill cost.
  public record Cost(double millis, long stepsLost) {}

  /// Prints the figures `kill-1`, `kill-2`, … and `lost`.
  void print(int count) throws IOException, InterruptedException {
    long lost = 0;
    for (int i = 1; i <= count; i++) {
      Cost cost = kill(i % workers);
      lost += cost.stepsLost();
      System.out.println("figure kill-" + i + " " + cost.millis());
    }
    System.out.println("figure lost " + lost);
  }

  private Cost kill(int victim) throws IOException, InterruptedException {
    await(0);
    Thread.sleep(calm);
    Line last = StepLog.last(directory, victim).orElseThrow();
    long before = System.nanoTime();
    strike(last.pid());
    List<Line> next = await(last.attempt());
    long after = next.stream().mapToLong(Line::nanos).max().orElseThrow();
    return new Cost((after - before) / 1e6, lost(victim, last.attempt(), next.getFirst().step()));
  }

  private void strike(long pid) throws IOException {
    if (signal.equals("KILL")) {
      ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    } else {
      new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().onExit().join();
    }
  }

  /// The first step of every rank in an attempt after this one.
  private List<Line> await(int attempt) throws IOException, InterruptedException {
    long end = System.nanoTime() + LIMIT_NANOS;
    while (System.nanoTime() < end) {
      List<Line> first = firstAfter(attempt);
      if (first.size() == workers) {
        return first;
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
    throw new IOException("the group has made no step within 60 s after attempt " + attempt);
  }

  private List<Line> firstAfter(int attempt) throws IOException {
    List<Line> first = new ArrayList<>();
    for (int rank = 0; rank < workers; rank++) {
      StepLog.firstAfter(directory, rank, attempt).ifPresent(first::add);
    }
    return first;
  }

  /// How many steps that a survivor had ended were made again.
  private long lost(int victim, int attempt, long next) throws IOException {
    long reached = 0;
    for (int rank = 0; rank < workers; rank++) {
      if (rank != victim) {
        reached = Math.max(reached, lastOf(rank, attempt) + 1);
      }
    }
    return Math.max(0, reached - next);
  }

  private long lastOf(int rank, int attempt) throws IOException {
    List<Line> lines = StepLog.read(directory, rank, attempt);
    return lines.isEmpty() ? -1 : lines.getLast().step();
  }
}
