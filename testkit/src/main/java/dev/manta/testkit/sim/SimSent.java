package dev.manta.testkit.sim;

import dev.manta.internal.wire.ToController;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// The reports of a worker that nobody has acknowledged: after a while they are sent again, in
/// order.
final class SimSent {
  private static final Duration RESEND = Duration.ofSeconds(1);

  private final SimWorld world;
  private final Consumer<ToController> deliver;
  private final BooleanSupplier talks;
  private final List<ToController.Report> unacknowledged = new ArrayList<>();
  private boolean resending;
  private long sequence;
  private long acknowledged;

  /// @param talks whether the worker still sends anything
  SimSent(SimWorld world, Consumer<ToController> deliver, BooleanSupplier talks) {
    this.world = world;
    this.deliver = deliver;
    this.talks = talks;
  }

  /// The next report.
  ToController.Report next(int attempt, long step, int withCheckpoint) {
    byte[] metrics = ("{\"loss\":" + 1.0 / step + "}").getBytes(StandardCharsets.UTF_8);
    var report =
        new ToController.Report(attempt, ++sequence, step, (int) step, 0, withCheckpoint, metrics);
    unacknowledged.add(report);
    return report;
  }

  void resendLater() {
    if (!resending) {
      resending = true;
      world.after(RESEND, this::resend);
    }
  }

  private void resend() {
    resending = false;
    if (talks.getAsBoolean() && !unacknowledged.isEmpty()) {
      List.copyOf(unacknowledged).forEach(deliver);
      resendLater();
    }
  }

  void acknowledge(long upTo) {
    acknowledged = Math.max(acknowledged, upTo);
    unacknowledged.removeIf(report -> report.sequence() <= upTo);
  }

  /// The last report that is known to be durable.
  long acknowledged() {
    return acknowledged;
  }
}
