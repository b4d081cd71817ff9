package dev.manta.train;

/// Carries reports to an experiment tracker: one for each step, reduced over ranks as
/// [RunConfig#reduce] says, with the values that the terminal and `manta runs` show. Opened when a
/// run starts, closed when it ends; an error is logged and never stops training.
public interface Tracker {
  /// A run starts, or goes on; `directory` is a local directory that the tracker may write to.
  RunListener open(String run, java.nio.file.Path directory) throws Exception;

  /// The run has ended; what was written is complete when this returns.
  void close() throws Exception;
}
