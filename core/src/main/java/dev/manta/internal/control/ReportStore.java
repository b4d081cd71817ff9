package dev.manta.internal.control;

import dev.manta.internal.wire.ToController;
import java.util.function.LongConsumer;

/// Where reports are kept: the metrics stream of a run.
public interface ReportStore {
  /// Keeps a worker's report; returns its position, which only grows, or a negative number when it
  /// cannot be kept now.
  long append(String worker, ToController.Report report);

  /// Makes what was appended durable soon, where that may take seconds.
  default void hurry() {}

  /// The number of a worker's last report that an earlier controller has kept; 0 for none.
  long last(String worker);

  /// Calls `listener` with the position up to which reports are durable, whenever that grows.
  void onDurable(LongConsumer listener);
}
