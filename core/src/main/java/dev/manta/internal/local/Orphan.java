package dev.manta.internal.local;

import dev.manta.cluster.Exit;
import dev.manta.internal.machine.Pids;
import dev.manta.internal.worker.WorkerMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A worker whose controller was killed: it ends by itself within seconds, and is helped if not.
final class Orphan {
  private static final long ENDS_MILLIS = 3_000;
  private static final long KILLED_MILLIS = 10_000;
  private static final long LOOK_MILLIS = 20;
  private static final int SIGKILL = 9;

  private Orphan() {}

  /// The process of a worker, if it runs: the one with this id, or where that is 0 any that was
  /// told to call at a door.
  static Optional<ProcessHandle> find(String worker, long pid, Path door) {
    return pid != 0
        ? ProcessHandle.of(pid).filter(handle -> Pids.runs(pid) && isWorker(handle, worker))
        : ProcessHandle.allProcesses()
            .filter(handle -> isWorker(handle, worker) && Pids.runs(handle.pid()))
            .filter(handle -> arguments(handle).contains(door.toString()))
            .findFirst();
  }

  /// Waits until the process is gone, and kills it when that takes too long.
  static Exit end(String worker, long pid, Path door) {
    return end(find(worker, pid, door));
  }

  /// The same for a process whose id is known.
  static Exit end(String worker, long pid) {
    return end(ProcessHandle.of(pid).filter(handle -> pid != 0 && isWorker(handle, worker)));
  }

  private static Exit end(Optional<ProcessHandle> process) {
    if (process.isEmpty() || gone(process.get(), ENDS_MILLIS)) {
      return new Exit.Status(0);
    }
    process.get().destroyForcibly();
    gone(process.get(), KILLED_MILLIS);
    return new Exit.Signal(SIGKILL, "SIGKILL");
  }

  /// Process ids are used again, so the command must be that of the worker.
  private static boolean isWorker(ProcessHandle process, String worker) {
    List<String> arguments = arguments(process);
    return arguments.contains(WorkerMain.class.getName()) && arguments.contains(worker);
  }

  /// Java's own view of another process cuts a long command line off; the kernel's does not.
  private static List<String> arguments(ProcessHandle process) {
    try {
      Path commandLine = Path.of("/proc", Long.toString(process.pid()), "cmdline");
      return List.of(Files.readString(commandLine).split("\0"));
    } catch (IOException elsewhere) {
      return List.of(process.info().arguments().orElse(new String[0]));
    }
  }

  /// Looks again and again: the end of a process that is not a child is not told.
  private static boolean gone(ProcessHandle process, long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    try {
      while (Pids.runs(process.pid()) && System.nanoTime() < end) {
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !Pids.runs(process.pid());
  }
}
