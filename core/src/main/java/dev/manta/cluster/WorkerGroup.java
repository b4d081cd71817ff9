package dev.manta.cluster;

import java.util.function.BooleanSupplier;

/// The worker processes of a run: starts, reaches and ends them. No method waits; what becomes of a
/// call arrives as [WorkerNews].
///
/// What a worker prints goes into the file that [WorkerSpec#log] names: workers on the driver's
/// machine write it themselves, and what others print is told as [WorkerNews.Printed] and written
/// by the driver.
public interface WorkerGroup extends AutoCloseable {
  /// Says that a worker will be started soon, so that its process may be begun: it is told nothing
  /// and there is no news of it before [#start].
  default void ready(WorkerSpec worker) {}

  /// Starts a worker process. Its news is `Connected`, or `Gone` when it never came up.
  void start(WorkerSpec worker);

  /// A worker that was started without a rank gets one; what it has printed is its rank's from then
  /// on.
  void seat(WorkerSpec worker);

  /// Sends a frame to a connected worker; to one that is gone, nothing happens.
  void send(String worker, byte[] frame);

  /// Ends a worker's process at once. Its news is `Gone`; a second call does nothing.
  void kill(String worker);

  /// Whether a worker's process has worked since this was last asked, or would if the machine let
  /// it: one that does not answer is then slow, and not frozen. False where that is not known.
  default boolean isBusy(String worker) {
    return false;
  }

  /// Stops waiting for a worker that was killed and has not ended: nothing that it says is heard
  /// any more, and [#close] does not wait for it. Its news is `Gone` should it end after all. Says
  /// in words why it does not end, and what can be done about that.
  ///
  /// @param pid its process id where that is known, else 0
  String giveUp(WorkerSpec worker, long pid);

  /// Makes sure that a worker which an earlier controller of this run started is gone; its node
  /// looks. Its news is `Gone`; a process id of 0 is one that never came up.
  void fence(WorkerSpec worker, long pid);

  /// Takes over a worker that an earlier controller of this run has started; one that never came to
  /// be is started. Its news is `Back` when it calls, `Connected` when it was started, `Gone` when
  /// it is gone.
  void adopt(WorkerSpec worker, long pid);

  /// Lets nodes on other machines keep workers of an exclusive run only as long as this holds.
  default void leaseWhile(BooleanSupplier holds) {}

  /// Lets go of all workers: another controller has them.
  void release();

  /// Ends all workers, waits until they are gone, and removes sockets and temp files. The wait has
  /// a limit: a process may not end though it was killed.
  @Override
  void close();
}
