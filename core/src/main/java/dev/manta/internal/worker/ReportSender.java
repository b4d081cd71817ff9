package dev.manta.internal.worker;

import dev.manta.internal.wire.ToController;
import dev.manta.spi.json.JsonBytes;
import dev.manta.train.Metrics;
import org.jspecify.annotations.Nullable;

/// Numbers reports and sends them; waits while too many are not yet durable, so that neither this
/// process nor the controller holds more than that of them.
final class ReportSender {
  private static final int UNACKNOWLEDGED_MAX = 1 << 16;
  private static final long HALF_BYTES_MAX = 4 << 20;
  private static final long HALF_BYTES_MIN = 64 << 10;

  /// What the controller holds of a report beside its metrics, about.
  private static final int ROW_BYTES = 128;

  private static final long WAIT_WORTH_TELLING_MILLIS = 5_000;

  private final ControllerChannel channel;
  private final JsonBytes json = new JsonBytes();
  private long sequence;
  private long olderHalf;
  private long newerBytes;
  private volatile long halfBytes = HALF_BYTES_MAX;
  private volatile long acknowledged;
  private volatile @Nullable Gate waiting;

  ReportSender(ControllerChannel channel) {
    this.channel = channel;
  }

  /// So many ranks report to the controller, and share what it may hold.
  void share(int ranks) {
    halfBytes = Math.max(HALF_BYTES_MIN, HALF_BYTES_MAX / ranks);
  }

  /// Sends metrics; when this returns they survive the death of this process. A report that is too
  /// large is refused, and is as if it had never been made.
  synchronized void send(Gate gate, Stand stand, int checkpoint, Metrics metrics) {
    json.clear();
    metrics.writeTo(json);
    awaitRoom(gate, json.length());
    channel.send(
        new ToController.Report(
            gate.attempt(),
            sequence + 1,
            stand.step(),
            stand.epoch(),
            System.currentTimeMillis(),
            checkpoint,
            json.toByteArray()));
    sequence++;
    newerBytes += ROW_BYTES + json.length();
  }

  /// Bytes are counted in two halves: the newer one is as full as it may be, so the older one must
  /// be durable.
  private void awaitRoom(Gate gate, int bytes) {
    await(gate, sequence - UNACKNOWLEDGED_MAX + 1);
    if (newerBytes > 0 && newerBytes + ROW_BYTES + bytes > halfBytes) {
      await(gate, olderHalf);
      olderHalf = sequence;
      newerBytes = 0;
    }
  }

  private void await(Gate gate, long upTo) {
    if (acknowledged >= upTo) {
      return;
    }
    long since = System.nanoTime();
    waiting = gate;
    try {
      if (!gate.await(() -> acknowledged >= upTo, WAIT_WORTH_TELLING_MILLIS)) {
        System.err.printf(
            "manta: ctx.report waits: the driver has not yet written the last %s reports; is its"
                + " disk slow or full?%n",
            sequence - acknowledged);
        gate.await(() -> acknowledged >= upTo);
        long seconds = (System.nanoTime() - since) / 1_000_000_000;
        System.err.println("manta: ctx.report goes on after " + seconds + " s");
      }
    } finally {
      waiting = null;
    }
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
