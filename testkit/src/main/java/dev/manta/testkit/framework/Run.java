package dev.manta.testkit.framework;

import dev.manta.StartedRun;
import dev.manta.train.Report;
import dev.manta.train.RunListener;
import dev.manta.train.RunUpdate;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/// A run as something happens to it.
final class Run implements RunListener {
  private final Disturbance disturbance;
  private final Map<Integer, Long> processes = new ConcurrentHashMap<>();
  private final CompletableFuture<StartedRun> started = new CompletableFuture<>();

  Run(Disturbance disturbance) {
    this.disturbance = disturbance;
  }

  void is(StartedRun run) {
    started.complete(run);
  }

  @Override
  public void state(RunUpdate update) {
    update.workers().forEach(worker -> processes.put(worker.rank(), worker.pid()));
  }

  @Override
  public void report(Report report) {
    disturbance.reported(report, this);
  }

  void stop() {
    started.join().stop("a test");
  }

  void scale(int workers) {
    started.join().scale(workers, "a test");
  }

  void kill(int rank) {
    signal(rank, "KILL");
  }

  void freeze(int rank) {
    signal(rank, "STOP");
  }

  long process(int rank) {
    return Objects.requireNonNull(processes.get(rank));
  }

  /// Whether a rank is in this process now.
  boolean has(long process) {
    return processes.containsValue(process) && ProcessHandle.of(process).isPresent();
  }

  /// A process that has ended meanwhile gets none, nor does a stranger with its number.
  private void signal(int rank, String name) {
    long process = process(rank);
    if (ProcessHandle.current().descendants().noneMatch(each -> each.pid() == process)) {
      return;
    }
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process)).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
