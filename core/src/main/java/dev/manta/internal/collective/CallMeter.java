package dev.manta.internal.collective;

/// Where an engine notes what a call cost. One thread at a time writes the collective part.
public interface CallMeter {
  /// When the call began, by [System#nanoTime].
  default long began() {
    return System.nanoTime();
  }

  /// Time spent waiting for other ranks.
  void waited(long nanos);

  /// The rank that arrived last at the call.
  void last(int rank);

  /// The highest control word of all headers of the call.
  void agreed(long control);
}
