package dev.manta.train;

import dev.manta.train.logged.LoggedItem;

/// Hears what happens to a run. Called on a thread of its own, in order; an exception is logged and
/// never stops training.
public interface RunListener {
  /// The run's state changed.
  default void state(RunUpdate update) {}

  /// A rank reported; a [Tracker] hears of each step once, reduced over ranks.
  default void report(Report report) {}

  /// A rank has logged an image, a histogram, a text or a table, and it is in storage. What ranks
  /// store while the driver is gone is told to nobody; [dev.manta.Result#logged] has all.
  default void logged(LoggedItem item) {}

  /// A worker failed; whether the run continues is the next state.
  default void failure(Failure failure) {}

  /// A checkpoint was committed.
  default void checkpoint(NewCheckpoint checkpoint) {}

  /// A worker printed a line.
  default void line(int rank, String line) {}

  /// What the run's driver and workers sent to remote storage and received from there: every 10 s
  /// in which something moved, and at the end.
  default void storage(StorageUse use) {}

  /// Something worth knowing that is as it should be, such as what a run resumes from.
  default void note(String message) {}

  /// Something the user should know, said once.
  default void warning(String message) {}
}
