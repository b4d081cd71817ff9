package dev.manta.internal.wire;

import java.util.List;

/// What a worker says.
public sealed interface ToController {
  /// The first frame: who is there. After a lost connection it also says where the worker stands.
  record Hello(String token, String worker, long pid, int attempt, int rank, long acknowledged)
      implements ToController {}

  /// The worker has prepared to join its attempt; `offer` is how the others reach it in the
  /// collectives.
  record Ready(int attempt, String offer) implements ToController {}

  /// The training function has been entered.
  record Entered(int attempt) implements ToController {}

  /// Metrics. `sequence` grows by one per worker and report; `metrics` is JSON; `checkpoint` is the
  /// ordinal of the checkpoint reported with it, or 0.
  record Report(
      int attempt,
      long sequence,
      long step,
      int epoch,
      long atMillis,
      int checkpoint,
      byte[] metrics)
      implements ToController {}

  /// This rank's files of a checkpoint are durable in storage. `part` is the stored part as JSON.
  record PartStored(int attempt, int ordinal, long step, String part) implements ToController {}

  /// This rank's files of a checkpoint could not be stored.
  record PartFailed(int attempt, int ordinal, long step, String why) implements ToController {}

  /// Whether the worker can still stop before it begins the step it was told.
  record StopAnswer(int attempt, long atStep, boolean accepted, long step)
      implements ToController {}

  /// A rank waits in a collective, with how long and for whom.
  record Waiting(int attempt, String call, long millis, List<Integer> missing)
      implements ToController {}

  /// A peer's process died while this rank waited for it.
  record PeerDied(int attempt, int rank) implements ToController {}

  /// The function was left because the attempt was aborted; the process can be used again.
  record Unwound(int attempt) implements ToController {}

  /// The function returned; `value` is JSON, `stopped` whether it saw the stop.
  record Returned(int attempt, String value, boolean stopped) implements ToController {}

  /// The function threw. `what` is one sentence, `type` the exception's class, `where` the first
  /// frame of user code.
  record Failed(int attempt, long step, String type, String what, String where, String stack)
      implements ToController {}

  /// The stacks of the worker's threads.
  record Stacks(int attempt, String text) implements ToController {}

  /// The answer to a ping.
  record Pong(long id) implements ToController {}
}
