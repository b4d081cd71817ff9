package dev.manta.tune.internal.python;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;

/// The last lines of what a program writes, read while it runs.
final class LastLines implements Runnable {
  private static final int LINES_MAX = 20;
  private static final int LENGTH_MAX = 500;
  private static final long END_MILLIS = 1000;

  private final BufferedReader from;
  private final Deque<String> lines = new ArrayDeque<>();
  private final Thread thread;

  private LastLines(BufferedReader from) {
    this.from = from;
    this.thread = Thread.ofPlatform().daemon().name("python-errors").unstarted(this);
  }

  static LastLines reading(BufferedReader from) {
    var lines = new LastLines(from);
    lines.thread.start();
    return lines;
  }

  @Override
  public void run() {
    try (from) {
      from.lines().forEach(this::keep);
    } catch (UncheckedIOException | IOException e) {
      keep("(what it wrote could not be read further: " + e.getMessage() + ")");
    }
  }

  private synchronized void keep(String line) {
    if (lines.size() == LINES_MAX) {
      lines.removeFirst();
    }
    lines.addLast(line.length() > LENGTH_MAX ? line.substring(0, LENGTH_MAX) + "…" : line);
  }

  /// What there is when the program has ended, or soon after.
  String text() {
    try {
      thread.join(END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      return String.join("\n", lines);
    }
  }
}
