package dev.manta.internal.remote;

import dev.manta.cluster.WorkerSpec;

/// What a driver knows of a worker on a node, so that it can say it again to a node that has
/// forgotten.
///
/// @param pid 0 where that is not known
/// @param printed how much of its log has come; less than 0 where that is not known
record RemoteWorker(WorkerSpec spec, Wish wish, long pid, boolean killed, long printed) {
  /// What the run wants of it.
  enum Wish {
    /// Its process may be begun.
    READY,
    /// It is to run.
    RUN,
    /// It is one of an earlier controller that continues.
    ADOPT,
    /// It is one of an earlier controller that must be gone.
    FENCE
  }

  static RemoteWorker of(WorkerSpec spec, Wish wish, long pid) {
    return new RemoteWorker(spec, wish, pid, false, wish == Wish.ADOPT ? -1 : 0);
  }

  RemoteWorker wish(Wish now) {
    return new RemoteWorker(spec, now, pid, killed, printed);
  }

  RemoteWorker seated(WorkerSpec now) {
    return new RemoteWorker(now, wish, pid, killed, printed);
  }

  RemoteWorker up(long process) {
    return new RemoteWorker(spec, wish, process, killed, printed);
  }

  RemoteWorker dead() {
    return new RemoteWorker(spec, wish, pid, true, printed);
  }

  RemoteWorker printed(long more) {
    return printed < 0 ? this : new RemoteWorker(spec, wish, pid, killed, printed + more);
  }

  /// Whether its process is to continue on a node that the run comes back to: one that was only
  /// begun is begun anew.
  boolean stays() {
    return wish != Wish.READY;
  }

  /// What a node is told of it that the run asks for the first time.
  ToNode asked(int group) {
    return switch (wish) {
      case READY -> new ToNode.Ready(group, spec);
      case RUN -> new ToNode.Begin(group, spec);
      case ADOPT -> new ToNode.Adopt(group, spec, pid, printed);
      case FENCE -> new ToNode.Fence(group, spec, pid);
    };
  }

  /// What a node is told of it that may have it already.
  ToNode askedAgain(int group) {
    return wish == Wish.RUN ? new ToNode.Adopt(group, spec, pid, printed) : asked(group);
  }
}
