package dev.manta.internal.worker;

/// What a session runs in: a process of its own, or a thread of the driver's.
public interface Host {
  /// Ends the worker at once.
  void exit(int status);

  /// The controller is gone and the time to go on without it is over: removes what nobody else will
  /// and ends the worker.
  void orphaned();
}
