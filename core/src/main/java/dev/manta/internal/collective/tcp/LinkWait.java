package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.CpuCore;
import dev.manta.internal.collective.tcp.link.Sockets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;

/// How a thread waits for its links: looks again at once for a moment, lets others run for a
/// moment, then sleeps until a link is ready. Every sleep is short; all of them together have a
/// limit.
final class LinkWait implements AutoCloseable {
  private static final long YIELD_NANOS = 2_000_000;
  private static final long CROWDED_YIELD_NANOS = 20_000;
  private static final long SLEEP_MILLIS = 50;
  private static final int SPINS = 10;
  private static final long OTHERS_RAN = 20_000;
  private static final long MOVE_AGAIN = 5_000_000;

  private final Selector selector;
  private final Duration limit;
  private final long limitNanos;
  private final int spins;
  private final long yieldNanos;
  private long idleSince;
  private long movedAt = System.nanoTime() - MOVE_AGAIN;
  private int rounds;
  private long waited;

  LinkWait(Duration limit, boolean crowded) {
    this.limit = limit;
    this.limitNanos = limit.toNanos();
    this.spins = crowded ? 0 : SPINS;
    this.yieldNanos = crowded ? CROWDED_YIELD_NANOS : YIELD_NANOS;
    this.selector = open();
  }

  private static Selector open() {
    try {
      return Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException("no selector for the links of a group", e);
    }
  }

  Duration limit() {
    return limit;
  }

  void watch(RankLink link) throws IOException {
    link.link().channel().register(selector, 0, link);
  }

  void start() {
    rounds = 0;
    waited = 0;
  }

  /// The time spent in pauses since the start.
  long waited() {
    moved();
    return waited;
  }

  boolean hasWaited() {
    return rounds > 0 || waited > 0;
  }

  /// Something happened: the pause is over.
  void moved() {
    if (rounds > 0) {
      waited += System.nanoTime() - idleSince;
      rounds = 0;
    }
  }

  /// Waits a little; false when the limit has passed without anything happening.
  @SuppressWarnings("ThreadPriorityCheck") // a hint only: with more ranks than cores it pays
  boolean pause(RankLink[] links) {
    if (rounds++ == 0) {
      idleSince = System.nanoTime();
    }
    if (rounds <= spins) {
      Thread.onSpinWait();
      return true;
    }
    long now = System.nanoTime();
    long idle = now - idleSince;
    if (idle < yieldNanos) {
      Thread.yield();
      shareNoCore(now);
    } else {
      sleep(links);
    }
    return idle < limitNanos;
  }

  /// With cores enough, a rank moves away from a core on which another thread ran while this one
  /// let others run: it is likely the rank that it waits for.
  private void shareNoCore(long before) {
    if (spins == 0 || !CpuCore.available()) {
      return;
    }
    long now = System.nanoTime();
    if (now - before > OTHERS_RAN && now - movedAt > MOVE_AGAIN) {
      movedAt = now;
      CpuCore.leave();
    }
  }

  private void sleep(RankLink[] links) {
    try {
      for (RankLink link : links) {
        SelectionKey key = link.link().channel().keyFor(selector);
        if (key != null && key.isValid()) {
          key.interestOps(link.interest());
        }
      }
      selector.select(_ -> {}, SLEEP_MILLIS);
    } catch (IOException | ClosedSelectorException | java.nio.channels.CancelledKeyException _) {
      // a closed link shows itself at the next read
    }
  }

  /// Ends a sleep at once; any thread may call it.
  void wake() {
    selector.wakeup();
  }

  @Override
  public void close() {
    Sockets.close(selector);
  }
}
