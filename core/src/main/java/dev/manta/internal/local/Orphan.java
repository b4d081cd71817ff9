package dev.manta.internal.local;

import dev.manta.cluster.Exit;
import dev.manta.internal.machine.Pids;
import dev.manta.internal.machine.Scratch;
import dev.manta.internal.machine.Sessions;
import dev.manta.internal.worker.WorkerMain;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// A worker whose controller was killed: it ends by itself within seconds, and is helped if not.
///
/// Process ids are used again, also by workers of other runs: a process is the worker if it has its
/// name and its run's directory on its command line, and was born when the note says.
///
/// @param directory of the run
record Orphan(Path directory, String worker, long pid) {
  private static final long ENDS_MILLIS = 3_000;
  private static final long LOOK_MILLIS = 20;
  private static final int SIGKILL = 9;

  /// The worker's process, if it runs: the one with the id, or where that is 0 any that was told to
  /// call at a door.
  Optional<ProcessHandle> find(Path door) {
    return pid != 0
        ? find()
        : Pids.naming(WorkerMain.class.getName(), door.toString(), worker).stream().findFirst();
  }

  private Optional<ProcessHandle> find() {
    return pid == 0
        ? Optional.empty()
        : ProcessHandle.of(pid).filter(handle -> Pids.runs(pid) && isWorker(handle));
  }

  /// Waits until the process is gone, and kills it when that takes too long. One that does not end
  /// then is waited for without a limit: whoever asked has one.
  Exit end(Path door) {
    return end(find(door));
  }

  /// The same for a process whose id is known.
  Exit end() {
    return end(find());
  }

  /// The same for a process that may have been one of a pool, which has other names there.
  ///
  /// @param pool the directory of the pool's processes
  Exit endIn(Path pool) {
    return end(find().or(() -> pooled(Scratch.nameOf(pool))));
  }

  private Optional<ProcessHandle> pooled(String temporary) {
    return pid == 0
        ? Optional.empty()
        : ProcessHandle.of(pid).filter(handle -> Pids.runs(pid) && isIn(temporary, handle));
  }

  private static Exit end(Optional<ProcessHandle> process) {
    if (process.isEmpty() || gone(process.get(), ENDS_MILLIS)) {
      return new Exit.Status(0);
    }
    process.get().destroyForcibly();
    gone(process.get(), Long.MAX_VALUE);
    return new Exit.Signal(SIGKILL, "SIGKILL");
  }

  /// Ends all that were told to call at a door: one that was begun just before its controller was
  /// killed is in no record, and does not call if it is frozen.
  static void endAll(Path door) {
    endOthers(door, Set.of());
  }

  /// The same except for some of them, which another group takes over.
  static void endOthers(Path door, Set<String> kept) {
    List<ProcessHandle> left =
        Pids.naming(WorkerMain.class.getName(), door.toString()).stream()
            .filter(process -> Collections.disjoint(kept, Pids.arguments(process)))
            .toList();
    left.forEach(ProcessHandle::destroyForcibly);
    left.forEach(process -> gone(process, ENDS_MILLIS));
  }

  /// Ends all whose temp directories are those of a directory's workers. They end by themselves
  /// when their driver is gone, and are helped if that takes too long.
  static void endAllIn(Path directory) {
    String temporary = Scratch.nameOf(directory);
    List<ProcessHandle> left =
        ProcessHandle.allProcesses()
            .filter(process -> isIn(temporary, process) && Pids.runs(process.pid()))
            .toList();
    left.forEach(process -> gone(process, ENDS_MILLIS));
    left.forEach(ProcessHandle::destroyForcibly);
    left.forEach(process -> gone(process, ENDS_MILLIS));
  }

  private static boolean isIn(String temporary, ProcessHandle process) {
    return Pids.arguments(process).stream()
        .filter(argument -> argument.startsWith(JvmCommand.TEMP))
        .anyMatch(argument -> argument.contains("/" + temporary + "/"));
  }

  /// Ends what a worker has started that is gone.
  void endStarted() {
    if (pid != 0) {
      Path temp = WorkerFiles.temporary(directory).resolve(worker);
      Sessions.end(WorkerFiles.session(pid, temp));
    }
  }

  private boolean isWorker(ProcessHandle process) {
    List<String> arguments = Pids.arguments(process);
    return arguments.contains(WorkerMain.class.getName())
        && arguments.contains(worker)
        && arguments.stream().anyMatch(this::isOfRun)
        && ProcessNote.of(directory, worker).allows(pid);
  }

  private boolean isOfRun(String argument) {
    if (!argument.startsWith(JvmCommand.TEMP)) {
      return false;
    }
    try {
      Path temp = Path.of(argument.substring(JvmCommand.TEMP.length()));
      return temp.endsWith(Path.of(Scratch.nameOf(directory), worker));
    } catch (InvalidPathException other) {
      return false;
    }
  }

  /// Looks again and again: the end of a process that is not a child is not told.
  private static boolean gone(ProcessHandle process, long millis) {
    long start = System.nanoTime();
    long most = TimeUnit.MILLISECONDS.toNanos(millis);
    try {
      while (Pids.runs(process.pid()) && System.nanoTime() - start < most) {
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !Pids.runs(process.pid());
  }
}
