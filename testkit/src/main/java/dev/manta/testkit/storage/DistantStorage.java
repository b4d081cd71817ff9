package dev.manta.testkit.storage;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// A storage as far away as an object store: each request takes so long, however many there are at
/// a time. Counts them.
public final class DistantStorage implements Storage {
  private final Storage inner;
  private final Duration latency;
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong bytesRead = new AtomicLong();
  private final AtomicInteger now = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  /// A view of `inner` in which each request takes that long.
  public DistantStorage(Storage inner, Duration latency) {
    this.inner = inner;
    this.latency = latency;
  }

  /// Forgets what was counted so far.
  public void countAnew() {
    requests.set(0);
    bytesRead.set(0);
    most.set(0);
  }

  /// How many requests there were.
  public long requests() {
    return requests.get();
  }

  /// How many bytes were read.
  public long bytesRead() {
    return bytesRead.get();
  }

  /// How many requests there were at the same time.
  public int mostAtOnce() {
    return most.get();
  }

  private interface Request<T> {
    T answer();
  }

  private <T> T ask(Request<T> request) {
    requests.incrementAndGet();
    most.accumulateAndGet(now.incrementAndGet(), Math::max);
    try {
      long end = System.nanoTime() + latency.toNanos();
      for (long left = latency.toNanos(); left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      return request.answer();
    } finally {
      now.decrementAndGet();
    }
  }

  @Override
  public void put(Location at, ByteSource from) {
    ask(
        () -> {
          inner.put(at, from);
          return at;
        });
  }

  @Override
  public boolean putIfAbsent(Location at, byte[] bytes) {
    return ask(() -> inner.putIfAbsent(at, bytes));
  }

  @Override
  public void read(Location at, long offset, MemorySegment into) {
    ask(
        () -> {
          inner.read(at, offset, into);
          return bytesRead.addAndGet(into.byteSize());
        });
  }

  @Override
  public OptionalLong size(Location at) {
    return ask(() -> inner.size(at));
  }

  @Override
  public List<Entry> list(Location prefix) {
    return ask(() -> inner.list(prefix));
  }

  @Override
  public List<String> children(Location prefix) {
    return ask(() -> inner.children(prefix));
  }

  @Override
  public void deletePrefix(Location prefix) {
    ask(
        () -> {
          inner.deletePrefix(prefix);
          return prefix;
        });
  }

  @Override
  public void sweep(Location prefix, Duration age) {
    ask(
        () -> {
          inner.sweep(prefix, age);
          return prefix;
        });
  }
}
