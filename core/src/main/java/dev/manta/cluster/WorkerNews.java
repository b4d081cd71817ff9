package dev.manta.cluster;

import java.time.Duration;

/// What a worker group tells its run.
public sealed interface WorkerNews {
  /// News of one worker.
  sealed interface OfWorker extends WorkerNews {
    /// The worker it is about.
    String worker();
  }

  /// The process is up and has proved who it is.
  record Connected(String worker, long pid) implements OfWorker {}

  /// A worker has called again; `hello` is its first frame, and all that it has said and that was
  /// not acknowledged follows once more. An earlier controller had started it, or what passes its
  /// frames on was started again.
  record Back(String worker, byte[] hello) implements OfWorker {}

  /// The worker sent a frame.
  record Frame(String worker, byte[] bytes) implements OfWorker {}

  /// A worker that does not write into the run's directory itself has printed something.
  ///
  /// @param leftOut how many bytes before it are not told, as there are too many; its node keeps
  ///   them
  record Printed(String worker, byte[] bytes, long leftOut) implements OfWorker {}

  /// The process is gone, or never came up; no news follows. The exception is a process of a run
  /// with leases whose node could not be reached: once that has certainly ended, a second one says
  /// so.
  record Gone(String worker, Exit exit, String logTail) implements OfWorker {}

  /// A node will be taken away, and all workers on it.
  ///
  /// @param left how long that takes, counted from now: clocks of nodes differ
  /// @param why who says so
  record Leaving(String node, Duration left, String why) implements WorkerNews {}
}
