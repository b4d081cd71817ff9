package dev.manta.testkit.sim;

import dev.manta.internal.wire.ToController;
import java.nio.charset.StandardCharsets;

/// Numbers the reports of a worker.
final class SimSent {
  private long sequence;
  private long acknowledged;

  /// The next report.
  ToController.Report next(int attempt, long step, int withCheckpoint) {
    byte[] metrics = ("{\"loss\":" + 1.0 / step + "}").getBytes(StandardCharsets.UTF_8);
    return new ToController.Report(
        attempt, ++sequence, step, (int) step, 0, withCheckpoint, metrics);
  }

  void acknowledge(long upTo) {
    acknowledged = Math.max(acknowledged, upTo);
  }

  /// The last report that is known to be durable.
  long acknowledged() {
    return acknowledged;
  }
}
