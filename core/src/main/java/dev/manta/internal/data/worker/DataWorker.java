package dev.manta.internal.data.worker;

import dev.manta.data.Batch;
import dev.manta.internal.data.unit.BadRecordLog;
import java.io.IOException;

/// A data worker as its owner sees it: somebody who reads one unit after the other.
public interface DataWorker extends AutoCloseable {
  /// What messages call it.
  String name();

  boolean isAlive();

  /// How long it has been at the unit it was asked for last.
  long busyNanos();

  /// The rows of a unit. One thread at a time.
  ///
  /// @throws IOException when it was gone before it was done
  Batch read(UnitAt at, BadRecordLog badRecords) throws IOException;

  /// Ends it, in the middle of a unit too.
  void end();

  @Override
  void close();

  /// Where data workers come from. A port: a cluster can start them on nodes of its own.
  @FunctionalInterface
  interface Recruits {
    /// A new one, for a dataset as [dev.manta.internal.data.plan.DatasetSpec] writes it.
    DataWorker hire(String spec);
  }
}
