package dev.manta.dashboard.internal.web;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Writes to connections, and closes those whose other end takes nothing for so long: a browser
/// that was suspended would hold its connection, and its place, for as long as TCP does.
public record TimedWrites(Duration limit) {
  private static final ScheduledThreadPoolExecutor CLOCK = clock();

  private static ScheduledThreadPoolExecutor clock() {
    var clock =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("manta-dashboard-stalls").factory());
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }

  /// Writes all of it; a thread that waits too long in there is interrupted, which closes its
  /// connection.
  public void write(byte[] bytes, OutputStream out) throws IOException {
    ScheduledFuture<?> alarm =
        CLOCK.schedule(Thread.currentThread()::interrupt, limit.toMillis(), TimeUnit.MILLISECONDS);
    try {
      out.write(bytes);
      out.flush();
    } finally {
      alarm.cancel(false);
    }
  }
}
