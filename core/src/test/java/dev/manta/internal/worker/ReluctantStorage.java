package dev.manta.internal.worker;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/// A storage in memory whose writes, of whatever kind, wait until they are let through, and fail as
/// often as they are told to.
final class ReluctantStorage implements Storage {
  private final Storage real = new MemoryStorage();
  private final Semaphore permits = new Semaphore(Integer.MAX_VALUE);
  private final AtomicInteger let = new AtomicInteger();
  private final AtomicInteger tried = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private volatile boolean broken;

  /// The next writes fail as if for a moment.
  void failNext(int count) {
    failures.set(count);
  }

  /// No write works any more, and trying again is of no use.
  void failForGood() {
    broken = true;
  }

  /// From now on writes wait.
  void hold() {
    permits.drainPermits();
  }

  /// Lets so many writes through.
  void let(int count) {
    let.addAndGet(count);
    permits.release(count);
  }

  /// How many writes were let through since the last [#hold()].
  int let() {
    return let.get();
  }

  /// How many writes were tried that did not wait any more.
  int tried() {
    return tried.get();
  }

  private void beforeWriting(Location at) {
    permits.acquireUninterruptibly();
    tried.incrementAndGet();
    if (broken) {
      throw new IllegalStateException("the disk is gone");
    }
    if (failures.getAndDecrement() > 0) {
      throw StorageFailure.of("write", at, new IOException("for a moment"));
    }
  }

  @Override
  public void put(Location at, ByteSource from) {
    beforeWriting(at);
    real.put(at, from);
  }

  @Override
  public boolean putIfAbsent(Location at, byte[] bytes) {
    beforeWriting(at);
    return real.putIfAbsent(at, bytes);
  }

  @Override
  public void read(Location at, long offset, MemorySegment into) {
    real.read(at, offset, into);
  }

  @Override
  public OptionalLong size(Location at) {
    return real.size(at);
  }

  @Override
  public List<Entry> list(Location prefix) {
    return real.list(prefix);
  }

  @Override
  public List<String> children(Location prefix) {
    return real.children(prefix);
  }

  @Override
  public void deletePrefix(Location prefix) {
    real.deletePrefix(prefix);
  }

  @Override
  public void sweep(Location prefix, Duration age) {
    real.sweep(prefix, age);
  }
}
