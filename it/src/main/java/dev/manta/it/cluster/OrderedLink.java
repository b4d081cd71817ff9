package dev.manta.it.cluster;

import dev.manta.testkit.sim.Schedule;
import java.time.Duration;

/// One direction of a link: all that is sent arrives once and in order, later where it was broken
/// in between; nothing arrives from or at somebody who is gone.
final class OrderedLink {
  private final Schedule schedule;
  private final ClusterScript script;
  private Duration free = Duration.ZERO;
  private boolean open = true;

  OrderedLink(Schedule schedule, ClusterScript script) {
    this.schedule = schedule;
    this.script = script;
  }

  void send(Runnable arrives) {
    if (!open) {
      return;
    }
    Duration now = schedule.elapsed();
    Duration broken =
        script.chance(script.linkBreaks / 20) ? script.millis(100, 4000) : Duration.ZERO;
    Duration at = now.plus(script.millis(1, 30)).plus(broken);
    free = at.compareTo(free) > 0 ? at : free;
    schedule.after(free.minus(now), () -> arrive(arrives));
  }

  private void arrive(Runnable arrives) {
    if (open) {
      arrives.run();
    }
  }

  /// One of its ends is gone.
  void close() {
    open = false;
  }
}
