package dev.manta.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// A fixed computation on every core, timed again and again: what varies is the machine, not we.
final class Calibration {
  /// About a tenth of a second: shorter ones slip between two turns of other processes.
  private static final long STEPS = 100_000_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final int cores = Runtime.getRuntime().availableProcessors();
  private final List<Double> seconds = new ArrayList<>();
  private final AtomicLong sum = new AtomicLong();
  private double share = 1;

  /// Compiles the loop before it counts.
  Calibration() throws InterruptedException {
    onEveryCore();
  }

  /// Times the computation once more.
  void take() throws InterruptedException {
    long begin = System.nanoTime();
    long busyNanos = onEveryCore();
    long nanos = System.nanoTime() - begin;
    seconds.add(nanos / 1e9);
    share = Math.min(share, busyNanos / ((double) nanos * cores));
  }

  Noise noise() {
    return new Noise(seconds.stream().mapToDouble(Double::doubleValue).toArray(), share);
  }

  /// Computes on all cores at once; the processor time that it took.
  private long onEveryCore() throws InterruptedException {
    var busyNanos = new AtomicLong();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < cores; i++) {
      threads.add(Thread.ofPlatform().start(() -> busyNanos.addAndGet(compute())));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return busyNanos.get();
  }

  private long compute() {
    long begin = THREADS.getCurrentThreadCpuTime();
    long value = 1;
    for (long i = 0; i < STEPS; i++) {
      value = value * 6364136223846793005L + 1442695040888963407L;
    }
    sum.addAndGet(value);
    return THREADS.getCurrentThreadCpuTime() - begin;
  }
}
