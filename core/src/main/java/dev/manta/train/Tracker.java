package dev.manta.train;

/// Carries reports to an experiment tracker. Opened when a run starts, closed when it ends; an
/// error is logged and never stops training.
public interface Tracker {
  /// A run starts, or goes on; `directory` is a local directory that the tracker may write to.
  RunListener open(String run, java.nio.file.Path directory) throws Exception;

  /// The run has ended; what was written is complete when this returns.
  void close() throws Exception;
}
