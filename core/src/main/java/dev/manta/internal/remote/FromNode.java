package dev.manta.internal.remote;

import dev.manta.cluster.WorkerNews;
import java.time.Duration;
import java.util.List;

/// What a node says to a driver.
public sealed interface FromNode {
  /// The node has let the driver in.
  record Welcome(String node, int java, String release) implements FromNode {}

  /// What of a program's code is not here, by hash.
  record Lacks(int number, List<String> hashes) implements FromNode {
    public Lacks {
      hashes = List.copyOf(hashes);
    }
  }

  /// All of a program's code is here.
  record Prepared(int number) implements FromNode {}

  /// A program's code cannot be had here.
  record NotPrepared(int number, String why) implements FromNode {}

  record Looked(int question, boolean runs) implements FromNode {}

  /// The node will be taken away.
  record Leaving(Duration left, String why) implements FromNode {}

  /// Something about one of the driver's runs.
  sealed interface OfGroup extends FromNode {
    int group();
  }

  record Opened(int group) implements OfGroup {}

  /// The run is not let in here.
  record Refused(int group, String why) implements OfGroup {}

  record Told(int group, WorkerNews.OfWorker news) implements OfGroup {}

  record IsBusy(int group, String worker, boolean busy) implements OfGroup {}

  /// Asks for the right to have the run's workers for another while, which begins now.
  ///
  /// @param number comes back in the answer
  record AskLease(int group, int number) implements OfGroup {}

  /// All workers are gone.
  record Closed(int group) implements OfGroup {}
}
