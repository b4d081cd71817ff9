package dev.manta.internal.worker;

import dev.manta.internal.wire.ToController;
import dev.manta.spi.json.JsonBytes;
import dev.manta.train.Metrics;
import org.jspecify.annotations.Nullable;

/// Sends reports; waits while too many are not yet durable, so that neither this process nor the
/// controller holds more than that of them.
final class ReportSender {
  private static final long WAIT_WORTH_TELLING_MILLIS = 5_000;

  private final ControllerChannel channel;
  private final JsonBytes json = new JsonBytes();
  private final ReportWindow window = new ReportWindow(ReportWindow.Limits.REAL);
  private volatile @Nullable Gate waiting;

  ReportSender(ControllerChannel channel) {
    this.channel = channel;
  }

  /// So many ranks report to the controller, and share what it may hold.
  void share(int ranks) {
    window.share(ranks);
  }

  /// Sends metrics; when this returns they survive the death of this process. A report that is too
  /// large is refused, and is as if it had never been made.
  synchronized void send(Gate gate, int rank, Stand stand, Brought checkpoint, Metrics metrics) {
    json.clear();
    metrics.writeTo(json);
    await(gate, window.awaited(json.length()));
    channel.send(
        new ToController.Report(
            gate.attempt(),
            rank,
            window.next(),
            stand.step(),
            stand.epoch(),
            System.currentTimeMillis(),
            checkpoint.ordinal(),
            checkpoint.name(),
            json.toByteArray()));
    window.sent(json.length());
  }

  private void await(Gate gate, long upTo) {
    if (window.acknowledged() >= upTo) {
      return;
    }
    long since = System.nanoTime();
    waiting = gate;
    try {
      if (!gate.await(() -> window.acknowledged() >= upTo, WAIT_WORTH_TELLING_MILLIS)) {
        System.err.printf(
            "manta: ctx.report waits: the driver has not yet written the last %s reports; is its"
                + " disk slow or full?%n",
            window.unacknowledged());
        gate.await(() -> window.acknowledged() >= upTo);
        long seconds = (System.nanoTime() - since) / 1_000_000_000;
        System.err.println("manta: ctx.report continues after " + seconds + " s");
      }
    } finally {
      waiting = null;
    }
  }

  /// The last one that a controller has made durable.
  long acknowledged() {
    return window.acknowledged();
  }

  /// The controller has made all up to this one durable.
  void acknowledge(long upTo) {
    window.acknowledge(upTo);
    Gate full = waiting;
    if (full != null) {
      full.change(() -> {});
    }
  }

  /// The checkpoint that comes with a report: its ordinal, 0 for none, and what it is called in
  /// storage where it has a name.
  record Brought(int ordinal, String name) {}

  /// Where a rank stands: steps done, and the first epoch that is still to do from here.
  record Stand(long step, int epoch) {}
}
