package dev.manta.internal.local;

import dev.manta.cluster.Exit;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.logs.LogFeed;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One process of a pool: a worker of one run, then of another. Where a run tells its worker to
/// leave, the process is told to leave only the run, which hears that the worker is gone, with
/// status 0.
///
/// It writes one log, which is told to whichever run it works for and emptied in between.
final class PooledProcess {
  private static final byte[] LEAVE = new ToWorker.Leave().frame();
  private static final byte[] LEAVE_RUN = new ToWorker.LeaveRun().frame();
  private static final byte[] LEFT_RUN = new ToController.LeftRun().frame();

  private final WorkerSpec spec;
  private final WorkerGroup group;
  private final Path log;

  /// Held while news is told, so that it is told in order; what is asked of a process does not wait
  /// for it.
  private final Object telling = new Object();

  private LogFeed feed;
  private @Nullable PooledWorker worker;
  private long pid;
  private boolean leavingRun;
  private boolean killed;
  private boolean trained;

  /// @param group the pool's
  /// @param directory the pool's
  PooledProcess(WorkerSpec spec, WorkerGroup group, Path directory) {
    this.spec = spec;
    this.group = group;
    this.log = spec.log(directory);
    this.feed = new LogFeed(log, printedBefore(log));
  }

  /// A process of an earlier pool in this place may have left a log, which is added to.
  private static long printedBefore(Path log) {
    try {
      return Files.exists(log) ? Files.size(log) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  String id() {
    return spec.worker();
  }

  synchronized boolean is(long process) {
    return pid == process;
  }

  /// Makes it that worker from now on; a process that is up says so at once.
  synchronized void assign(PooledWorker next) {
    worker = next;
    if (pid != 0) {
      next.tell(new WorkerNews.Connected(next.worker(), pid));
    }
  }

  /// Its worker has a rank: its function will be called.
  synchronized void trains(PooledWorker from) {
    trained |= worker == from;
  }

  synchronized boolean hasTrained() {
    return trained;
  }

  /// How a worker has left its run.
  ///
  /// @param reusable whether its process may be used again
  record Left(PooledProcess process, PooledWorker worker, WorkerNews.Gone gone, boolean reusable) {}

  /// Passes news of the process on to the worker that it is; says when that is over.
  Optional<Left> hear(WorkerNews.OfWorker news) {
    synchronized (telling) {
      return switch (news) {
        case WorkerNews.Connected(_, long process) -> connected(process);
        case WorkerNews.Frame(_, byte[] bytes) -> heard(bytes);
        case WorkerNews.Gone(_, Exit exit, String tail) -> left(exit, tail, false);
        case WorkerNews.Back _, WorkerNews.Printed _ -> Optional.empty();
      };
    }
  }

  private Optional<Left> connected(long process) {
    up(process).ifPresent(now -> now.tell(new WorkerNews.Connected(now.worker(), process)));
    return Optional.empty();
  }

  private synchronized Optional<PooledWorker> up(long process) {
    pid = process;
    return Optional.ofNullable(worker);
  }

  private Optional<Left> heard(byte[] bytes) {
    if (isLeavingRun() && Arrays.equals(bytes, LEFT_RUN)) {
      return left(new Exit.Status(0), "", !isKilled());
    }
    worker().ifPresent(now -> now.tell(new WorkerNews.Frame(now.worker(), bytes)));
    return Optional.empty();
  }

  private synchronized boolean isLeavingRun() {
    return leavingRun;
  }

  private synchronized boolean isKilled() {
    return killed;
  }

  private synchronized Optional<PooledWorker> worker() {
    return Optional.ofNullable(worker);
  }

  private Optional<Left> left(Exit exit, String tail, boolean reusable) {
    tellPrinted();
    Optional<PooledWorker> before = unassign();
    if (reusable) {
      emptyLog();
    }
    return before.map(
        now -> new Left(this, now, new WorkerNews.Gone(now.worker(), exit, tail), reusable));
  }

  private synchronized Optional<PooledWorker> unassign() {
    Optional<PooledWorker> before = Optional.ofNullable(worker);
    worker = null;
    leavingRun = false;
    return before;
  }

  /// Tells the run what was printed since it was last told.
  void tellPrinted() {
    synchronized (telling) {
      worker().ifPresent(this::tellPrinted);
    }
  }

  private void tellPrinted(PooledWorker now) {
    try {
      for (var piece = feed.next(); piece.isPresent(); piece = feed.next()) {
        LogFeed.Piece next = piece.get();
        now.tell(new WorkerNews.Printed(now.worker(), next.bytes(), next.leftOut()));
      }
    } catch (IOException e) {
      System.getLogger("dev.manta.local").log(System.Logger.Level.WARNING, "cannot read " + log, e);
    }
  }

  /// The process adds to the end of the file, wherever that is.
  private void emptyLog() {
    try (FileChannel file = FileChannel.open(log, StandardOpenOption.WRITE)) {
      file.truncate(0);
      feed = new LogFeed(log, 0);
    } catch (IOException stays) {
      System.getLogger("dev.manta.local")
          .log(System.Logger.Level.DEBUG, "cannot empty " + log, stays);
    }
  }

  /// Removes the log where nobody needs to read it.
  void removeEmptyLog() {
    try {
      if (Files.exists(log) && Files.size(log) == 0) {
        Files.delete(log);
      }
    } catch (IOException stays) {
      System.getLogger("dev.manta.local")
          .log(System.Logger.Level.DEBUG, "cannot remove " + log, stays);
    }
  }

  /// A process that was told to leave its run hears nothing more of it: it may be another's when
  /// that arrives.
  synchronized void send(PooledWorker from, byte[] frame) {
    if (worker != from || leavingRun) {
      return;
    }
    leavingRun = Arrays.equals(frame, LEAVE);
    group.send(id(), leavingRun ? LEAVE_RUN : frame);
  }

  synchronized void kill(PooledWorker from) {
    if (worker == from) {
      killed = true;
      group.kill(id());
    }
  }

  synchronized boolean isBusy(PooledWorker from) {
    return worker == from && group.isBusy(id());
  }

  synchronized String giveUp(PooledWorker from, long known) {
    return worker == from ? group.giveUp(spec, known) : "it has left its run";
  }
}
