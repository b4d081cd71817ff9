package dev.manta.dashboard.internal.inspect;

import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.machine.Pids;
import dev.manta.internal.machine.Scratch;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.stored.StoredRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A worker of a run whose process is on this machine.
public record LocalWorker(int rank, String id, long pid) {
  private static final String MAIN = "dev.manta.internal.worker.WorkerMain";
  private static final String TEMP = "-Djava.io.tmpdir=";

  /// The workers of a run that train here; the process of a run that has ended may do other things.
  public static List<LocalWorker> of(StoredRun run) {
    return run.state().group().stream()
        .filter(_ -> !run.state().status().ended())
        .filter(worker -> isHere(run, worker))
        .map(worker -> new LocalWorker(worker.rank(), worker.id(), worker.pid().orElseThrow()))
        .toList();
  }

  /// The same, or one of them; an error says why there is none.
  public static List<LocalWorker> require(StoredRun run, OptionalInt rank) {
    List<LocalWorker> all = of(run);
    List<LocalWorker> asked =
        all.stream().filter(worker -> rank.isEmpty() || worker.rank() == rank.getAsInt()).toList();
    if (asked.isEmpty()) {
      throw new IllegalArgumentException(missing(run, rank));
    }
    return asked;
  }

  private static String missing(StoredRun run, OptionalInt rank) {
    if (run.state().status().ended()) {
      return "run " + run.name() + " has " + run.status() + ": it has no workers any more";
    }
    List<Worker> group = run.state().group();
    if (rank.isPresent() && rank.getAsInt() >= group.size()) {
      return "run %s has ranks 0 to %s, and no rank %s"
          .formatted(run.name(), group.size() - 1, rank.getAsInt());
    }
    List<String> nodes = group.stream().map(worker -> worker.seat().node()).distinct().toList();
    return "%s of run %s runs on this machine: its workers are on %s; run manta stack or manta profile there"
        .formatted(
            rank.isPresent() ? "no process of rank " + rank.getAsInt() : "no worker",
            run.name(),
            String.join(", ", nodes));
  }

  /// Another machine's process may have the id of one that is something else here, perhaps a worker
  /// of another run.
  private static boolean isHere(StoredRun run, Worker worker) {
    return worker.pid().stream()
        .mapToObj(ProcessHandle::of)
        .flatMap(Optional::stream)
        .filter(process -> Pids.runs(process.pid()))
        .anyMatch(process -> run.isDrivenBy(process.pid()) || isWorker(run, worker, process));
  }

  /// A process of a pool has names of its own there, and is a child of the driver.
  private static boolean isWorker(StoredRun run, Worker worker, ProcessHandle process) {
    List<String> arguments = Pids.arguments(process);
    boolean isChild = process.parent().filter(parent -> run.isDrivenBy(parent.pid())).isPresent();
    return arguments.contains(MAIN)
        && (isChild || (arguments.contains(worker.id()) && writesFor(run, worker, arguments)));
  }

  /// Its directory for temp files is named after the run's directory on its node: the run's own
  /// where its driver started it, and one with the run's id where a daemon did.
  private static boolean writesFor(StoredRun run, Worker worker, List<String> arguments) {
    RunSite site = RunSite.of(run.name(), run.location());
    String own = "/" + Scratch.nameOf(site.directory()) + "/" + worker.id();
    String ofId = Scratch.nameOf(Path.of(site.id()));
    String onNode = "/" + ofId.substring(0, ofId.lastIndexOf('-') + 1);
    return arguments.stream()
        .filter(argument -> argument.startsWith(TEMP))
        .anyMatch(temp -> temp.endsWith(own) || temp.contains(onNode));
  }

  /// Whether its process is a JVM, rather than Python.
  boolean isJava() {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().command())
        .map(command -> Path.of(command).getFileName().toString().startsWith("java"))
        .orElse(true);
  }

  @Override
  public String toString() {
    return "rank " + rank + " (" + id + ", pid " + pid + ")";
  }
}
