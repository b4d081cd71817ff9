package dev.manta.internal.local;

import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.machine.Scratch;
import dev.manta.internal.machine.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Where a worker writes. Below the run's local directory: its log, its working directory, which
/// the workers of a rank share one after the other, and which process it is. On a disk of this
/// machine: a temp directory of its own. A spare has a working directory of its own, as a process
/// cannot change it.
record WorkerFiles(Path log, Path work, Path temp, ProcessNote process) {
  static WorkerFiles of(Path directory, WorkerSpec worker) {
    boolean spare = worker.rank() == WorkerSpec.NO_RANK;
    String rank = "rank-" + worker.rank();
    return new WorkerFiles(
        worker.log(directory),
        directory.resolve("work").resolve(spare ? worker.worker() : rank),
        temporary(directory).resolve(worker.worker()),
        ProcessNote.of(directory, worker.worker()));
  }

  /// Those of a worker that an earlier controller started, perhaps as a spare.
  static WorkerFiles found(Path directory, WorkerSpec worker) {
    WorkerFiles files = of(directory, worker);
    Path spare = worker.asSpare().log(directory);
    boolean unnamed = !Files.exists(files.log) && Files.exists(spare);
    return unnamed
        ? new WorkerFiles(spare, files.work, files.temp, files.process).seated(directory, worker)
        : files;
  }

  /// The same files, the log under the name of the rank that the worker has now. The process
  /// continues writing into the same file.
  WorkerFiles seated(Path directory, WorkerSpec worker) {
    Path named = worker.log(directory);
    try {
      Files.move(log, named);
      return new WorkerFiles(named, work, temp, process);
    } catch (IOException e) {
      note("this log keeps its name: " + e);
      return this;
    }
  }

  /// The directory that holds the temp directories, on a disk of this machine: the run's own may be
  /// far away.
  static Path temporary(Path directory) {
    return Scratch.ofRun(directory);
  }

  /// The variable that marks whatever the worker starts as this worker's.
  static final String MARK = "MANTA_WORKER";

  /// Those that the worker has started, and that it leaves behind.
  Sessions.Session session(long pid) {
    return session(pid, temp);
  }

  static Sessions.Session session(long pid, Path temp) {
    return new Sessions.Session(pid, MARK + "=" + mark(temp));
  }

  /// What the variable says: the run and the worker, on whatever disk their temp directories lie,
  /// as the next controller may have another one.
  String mark() {
    return mark(temp);
  }

  private static String mark(Path temp) {
    int names = temp.getNameCount();
    return temp.subpath(names - 2, names).toString();
  }

  void make() throws IOException {
    Files.createDirectories(log.toAbsolutePath().getParent());
    Files.createDirectories(work);
    Scratch.make(temp);
  }

  /// Adds a line of ours to the worker's log.
  void note(String line) {
    append("manta: " + line + "\n");
  }

  void append(String text) {
    try {
      Files.writeString(log, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException full) {
      System.getLogger("dev.manta.local").log(System.Logger.Level.WARNING, text, full);
    }
  }
}
