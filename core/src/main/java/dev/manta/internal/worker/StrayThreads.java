package dev.manta.internal.worker;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ForkJoinWorkerThread;

/// Threads that a training function started and left running. A process with such threads is not
/// used again: they may hold what the next attempt needs, or change it.
final class StrayThreads {
  private static final long GRACE_MILLIS = 200;
  private static final List<String> HARMLESS = List.of("manta-", "JavaCPP", "Cleaner");

  private StrayThreads() {}

  /// Names what is left of a function that ran on this thread; empty for nothing. Threads that are
  /// about to end get a moment.
  static String of(Thread loop) {
    ThreadGroup group = loop.getThreadGroup();
    if (!(group instanceof Own)) {
      return "";
    }
    long end = System.nanoTime() + GRACE_MILLIS * 1_000_000;
    List<Thread> left = left(group, loop);
    while (!left.isEmpty() && System.nanoTime() - end < 0) {
      await(left.getFirst());
      left = left(group, loop);
    }
    return left.isEmpty() ? "" : "thread \"" + left.getFirst().getName() + "\" running";
  }

  private static void await(Thread thread) {
    try {
      thread.join(GRACE_MILLIS / 10);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<Thread> left(ThreadGroup group, Thread loop) {
    Thread[] all = new Thread[group.activeCount() + 16];
    group.enumerate(all);
    return Arrays.stream(all)
        .filter(Objects::nonNull)
        .filter(thread -> !thread.equals(loop) && !harmless(thread))
        .toList();
  }

  /// Manta's own threads, and those of the JVM and of JavaCPP that live as long as the process.
  private static boolean harmless(Thread thread) {
    return thread instanceof ForkJoinWorkerThread
        || HARMLESS.stream().anyMatch(thread.getName()::startsWith);
  }

  /// What the threads of one training function belong to, unless they say otherwise.
  static final class Own extends ThreadGroup {
    Own(String name) {
      super(name);
    }
  }
}
