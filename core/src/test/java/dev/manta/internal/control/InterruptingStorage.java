package dev.manta.internal.control;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/// A disk on which the thread that writes one object is interrupted while it does so.
final class InterruptingStorage implements Storage {
  private final LocalStorage disk = new LocalStorage();
  private final AtomicBoolean done = new AtomicBoolean();
  private final String end;

  /// @param end how the object's location ends
  InterruptingStorage(String end) {
    this.end = end;
  }

  @Override
  public boolean putIfAbsent(Location at, byte[] bytes) {
    if (at.path().endsWith(end) && !done.getAndSet(true)) {
      Thread.currentThread().interrupt();
    }
    return disk.putIfAbsent(at, bytes);
  }

  @Override
  public void put(Location at, ByteSource from) {
    disk.put(at, from);
  }

  @Override
  public void read(Location at, long offset, MemorySegment into) {
    disk.read(at, offset, into);
  }

  @Override
  public OptionalLong size(Location at) {
    return disk.size(at);
  }

  @Override
  public List<Entry> list(Location prefix) {
    return disk.list(prefix);
  }

  @Override
  public List<String> children(Location prefix) {
    return disk.children(prefix);
  }

  @Override
  public void deletePrefix(Location prefix) {
    disk.deletePrefix(prefix);
  }

  @Override
  public void sweep(Location prefix, Duration age) {
    disk.sweep(prefix, age);
  }
}
