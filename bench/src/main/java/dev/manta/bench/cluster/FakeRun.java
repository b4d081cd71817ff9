package dev.manta.bench.cluster;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/// What the workers of a benchmark do, and how far they are.
///
/// @param reports how many each of them makes
/// @param entered counts down when one has entered its function
/// @param lastEntered when that was, in nanoseconds
/// @param acknowledged counts down when all reports of one are durable
record FakeRun(
    int reports, CountDownLatch entered, AtomicLong lastEntered, CountDownLatch acknowledged) {
  static FakeRun of(int workers, int reports) {
    return new FakeRun(
        reports, new CountDownLatch(workers), new AtomicLong(), new CountDownLatch(workers));
  }

  void enteredOne() {
    lastEntered.accumulateAndGet(System.nanoTime(), Math::max);
    entered.countDown();
  }
}
