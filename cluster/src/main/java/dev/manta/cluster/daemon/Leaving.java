package dev.manta.cluster.daemon;

import dev.manta.cluster.member.Membership;
import dev.manta.cluster.node.NodeAgent;
import dev.manta.error.MantaException;
import dev.manta.internal.loop.Signals;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// How a daemon leaves: nothing new is placed on its node, drivers hear how long it still has, and
/// once nothing runs or the time is over it goes.
final class Leaving {
  private static final System.Logger LOG = System.getLogger("dev.manta.daemon");

  /// The status of a process that was told to end, and did not end in order: nobody starts it
  /// again.
  private static final int TERMINATED = 143;

  private static final Duration AFTER_SIGNAL = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Duration FAREWELL = Duration.ofSeconds(10);

  private final DataDirectory directory;
  private final AtomicBoolean begun = new AtomicBoolean();
  private volatile @Nullable Daemon daemon;

  Leaving(DataDirectory directory) {
    this.directory = directory;
  }

  /// From now on signals mean to leave.
  void ready(Daemon started) {
    daemon = started;
    for (String signal : new String[] {"TERM", "INT"}) {
      Signals.take(signal, () -> leave(AFTER_SIGNAL, "its daemon was told to end"));
    }
  }

  /// Leaves at once when an input ends, as the program at its other end is gone.
  void leaveAtEndOf(InputStream input) {
    Thread.ofPlatform()
        .daemon()
        .name("manta-starter")
        .start(
            () -> {
              readToEnd(input);
              leave(Duration.ZERO, "the program that started its daemon has ended");
            });
  }

  private static void readToEnd(InputStream input) {
    try {
      input.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      LOG.log(
          Level.WARNING,
          "cannot read from the program that started this daemon, which leaves now",
          e);
    }
  }

  /// Waits for the end of this process, if it is about to leave.
  void awaitEndIfBegun() throws InterruptedException {
    if (begun.get()) {
      new CountDownLatch(1).await();
    }
  }

  /// Begins to leave, once; returns at once.
  void leave(Duration within, String why) {
    if (begun.compareAndSet(false, true)) {
      Thread.ofPlatform().name("manta-leave").start(() -> leaveNow(within, why));
    }
  }

  private void leaveNow(Duration within, String why) {
    Daemon leaver = daemon;
    if (leaver == null) {
      System.exit(0);
      return;
    }
    LOG.log(Level.INFO, "leaves within {0} s: {1}", within.toSeconds(), why);
    int status = TERMINATED;
    try {
      leave(leaver, within, why);
      status = 0;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "did not leave in order", e);
    } finally {
      System.exit(status);
    }
  }

  /// Leaves, and returns when nothing is left to do.
  void leave(Daemon leaver, Duration within, String why) throws InterruptedException {
    note(leaver);
    leaver.agent().drain(within, why);
    awaitIdle(leaver.agent(), within);
    leaver.agent().close();
    directory.drop(directory.ready());
    directory.drop(directory.account());
    directory.drop(directory.process());
    if (leaver.count() > 0) {
      Membership membership = leaver.membership();
      membership.leave();
      membership.isOverWithin(FAREWELL);
    }
  }

  /// Drivers hear that the node leaves also where its account cannot be written.
  private static void note(Daemon leaver) {
    try {
      leaver.nodeDesk().leaving();
    } catch (MantaException e) {
      LOG.log(Level.WARNING, "leaves all the same: {0}", e.getMessage());
    }
  }

  private static void awaitIdle(NodeAgent agent, Duration within) throws InterruptedException {
    long end = System.nanoTime() + within.toNanos();
    while (!agent.isIdle() && System.nanoTime() < end) {
      Thread.sleep(LOOK);
    }
  }
}
