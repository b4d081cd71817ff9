package dev.manta.internal.worker;

import dev.manta.internal.json.JsonBytes;
import dev.manta.internal.wire.ToController;
import dev.manta.train.Metrics;
import org.jspecify.annotations.Nullable;

/// Numbers reports and sends them; waits when too many are not yet durable.
final class Reports {
  private static final int UNACKNOWLEDGED_MAX = 1 << 16;

  private final Outlet outlet;
  private final JsonBytes json = new JsonBytes();
  private long sequence;
  private volatile long acknowledged;
  private volatile @Nullable Gate waiting;

  Reports(Outlet outlet) {
    this.outlet = outlet;
  }

  /// Sends metrics; when this returns they survive the death of this process.
  synchronized void send(Gate gate, Stand stand, int checkpoint, Metrics metrics) {
    if (sequence - acknowledged >= UNACKNOWLEDGED_MAX) {
      waiting = gate;
      gate.await(() -> sequence - acknowledged < UNACKNOWLEDGED_MAX);
      waiting = null;
    }
    json.clear();
    metrics.writeTo(json);
    outlet.send(
        new ToController.Report(
            gate.attempt(),
            ++sequence,
            stand.step(),
            stand.epoch(),
            System.currentTimeMillis(),
            checkpoint,
            json.toByteArray()));
  }

  /// The last one that a controller has made durable.
  long acknowledged() {
    return acknowledged;
  }

  /// The controller has made all up to this one durable.
  void acknowledge(long upTo) {
    acknowledged = upTo;
    Gate full = waiting;
    if (full != null) {
      full.change(() -> {});
    }
  }

  /// Where a rank stands: steps done, and the first epoch that is still to do from here.
  record Stand(long step, int epoch) {}
}
