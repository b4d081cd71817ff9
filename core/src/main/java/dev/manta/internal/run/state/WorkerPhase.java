package dev.manta.internal.run.state;

/// How far a worker has come in its attempt.
public enum WorkerPhase {
  /// Its process was asked for.
  STARTING,
  /// Its process is up and was told to join.
  UP,
  /// It waits for the others.
  READY,
  /// It is in the training function.
  ENTERED,
  /// The training function returned.
  RETURNED,
  /// The training function was left because the attempt was aborted.
  UNWOUND,
  /// The training function threw.
  FAILED,
  /// Its process is no more.
  GONE,
  /// It was killed and has not ended in time: nobody waits for it any more.
  GIVEN_UP,
  /// Its node cannot be reached, and it is replaced only once it has certainly ended.
  CUT_OFF;

  /// Whether the worker has said all it will say about its training function.
  public boolean settled() {
    return switch (this) {
      case STARTING, UP, READY, ENTERED -> false;
      case RETURNED, UNWOUND, FAILED, GONE, GIVEN_UP, CUT_OFF -> true;
    };
  }
}
