package dev.manta.bench.chaos;

/// One fault that is due.
///
/// @param step strikes when the run has made so many steps
/// @param rank whom it strikes
/// @param size how many workers a change of size leads to
record Strike(Fault fault, long step, int rank, int size) {
  @Override
  public String toString() {
    return switch (fault) {
      case RESIZE -> "step " + step + ": " + size + " workers";
      case FULL_DISK, SLOW_DISK, STORAGE_ERRORS, CONTROLLER, NOTICE_FILE, KILL_TWO, PREEMPT_TWO ->
          "step " + step + ": " + fault;
      case KILL, KILL_AGAIN, PAUSE, FREEZE, HEAP, EXIT, THROW, PREEMPT, TERMINATE ->
          "step " + step + ": " + fault + " for rank " + rank;
    };
  }
}
