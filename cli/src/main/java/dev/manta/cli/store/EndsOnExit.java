package dev.manta.cli.store;

import java.time.Duration;

/// Asks a thread to end when this process is asked to, as by Ctrl-C, and gives it some seconds: it
/// may have something to take away.
final class EndsOnExit implements AutoCloseable {
  private static final Duration LAST_WORDS = Duration.ofSeconds(10);

  private final Thread thread;
  private final Thread hook = new Thread(this::end, "manta-check-end");
  private volatile boolean closed;

  EndsOnExit(Thread thread) {
    this.thread = thread;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void end() {
    if (!closed) {
      thread.interrupt();
      awaitClosed();
    }
  }

  private synchronized void awaitClosed() {
    long end = System.nanoTime() + LAST_WORDS.toNanos();
    try {
      for (long left = LAST_WORDS.toMillis(); !closed && left > 0; left = millisTo(end)) {
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long millisTo(long end) {
    return (end - System.nanoTime()) / 1_000_000;
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException endingAlready) {
      // Then it has done its work.
    }
  }
}
