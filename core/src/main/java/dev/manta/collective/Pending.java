package dev.manta.collective;

/// An operation that was started and continues by itself. Its memory belongs to it until it is
/// done.
public interface Pending {
  /// Whether the operation has ended, well or badly.
  boolean done();

  /// Waits for the end; throws what the operation threw.
  void await();
}
