package dev.manta.internal.control;

import dev.manta.internal.run.Decision;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.wire.ToController;
import dev.manta.storage.StorageTraffic;
import java.nio.file.Path;

/// Who watches a run, and never holds it up.
public interface RunObserver {
  /// A decision was made, and is durable where it has to be.
  void stepped(RunState before, Decision decision);

  /// A rank reported.
  void report(int rank, ToController.Report report);

  /// A rank has logged something beside metrics.
  default void logged(ToController.Logged logged) {}

  /// A rank has said what it has used and waited for.
  default void load(String worker, ToController.Load load) {}

  /// A worker was started; `log` holds what it prints.
  void started(int rank, Path log);

  /// A worker of an earlier controller continues; of `log` only what is still to come is news.
  void adopted(int rank, Path log);

  /// What a worker has sent to storage and received from there since it began.
  default void traffic(String worker, StorageTraffic traffic) {}

  /// Something the user should know.
  void warning(String message);
}
