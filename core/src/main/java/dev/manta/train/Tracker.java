package dev.manta.train;

import java.io.IOException;

/// Carries what a run reports to an experiment tracker: one report for each step, reduced over
/// ranks as [RunConfig#reduce] says, with the values that the terminal and `manta runs` show.
///
/// A tracker is a setting, and may be used by several runs at once; what it holds for one of them
/// is in its [Tracking].
public interface Tracker {
  /// A run starts, or resumes. Called on the thread of the run's listeners; an exception is logged,
  /// and the run continues without this tracker.
  Tracking open(TrackedRun run) throws Exception;

  /// One run on its way to a tracker. An error is logged and never stops training.
  interface Tracking extends RunListener, AutoCloseable {
    /// A rank reported; what all ranks reported at a step comes to [#report], reduced.
    default void rankReport(Report report) {}

    /// The run has ended, or its driver ends; what was written is complete when this returns.
    @Override
    void close() throws IOException;
  }
}
