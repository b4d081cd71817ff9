package dev.manta.internal.wire;

/// Takes each kind of message: a pattern switch would cost milliseconds at its first use, and
/// workers start fast.
public interface WorkerInbox {
  void welcome(ToWorker.Welcome message);

  void join(ToWorker.Join message);

  void go(ToWorker.Go message);

  void gathered(ToWorker.Gathered message);

  void warm(ToWorker.Warm message);

  void validate(ToWorker.Validate message);

  void ack(ToWorker.Ack message);

  void committed(ToWorker.Committed message);

  void notCommitted(ToWorker.NotCommitted message);

  void stop(ToWorker.Stop message);

  void resize(ToWorker.Resize message);

  void notice(ToWorker.Notice message);

  void abort(ToWorker.Abort message);

  void dump(ToWorker.Dump message);

  void ping(ToWorker.Ping message);

  void leave(ToWorker.Leave message);

  void leaveRun(ToWorker.LeaveRun message);
}
