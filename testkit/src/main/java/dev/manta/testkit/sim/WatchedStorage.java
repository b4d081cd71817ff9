package dev.manta.testkit.sim;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/// A storage whose changes somebody hears of.
final class WatchedStorage implements Storage {
  /// Hears of changes.
  interface Watch {
    /// Something was written there.
    void written(Location at);

    /// Everything below was deleted.
    void deleted(Location prefix);
  }

  private final Storage inner;
  private final Watch watch;

  WatchedStorage(Storage inner, Watch watch) {
    this.inner = inner;
    this.watch = watch;
  }

  @Override
  public void put(Location at, ByteSource from) {
    inner.put(at, from);
    watch.written(at);
  }

  @Override
  public boolean putIfAbsent(Location at, byte[] bytes) {
    boolean made = inner.putIfAbsent(at, bytes);
    watch.written(at);
    return made;
  }

  @Override
  public void read(Location at, long offset, MemorySegment into) {
    inner.read(at, offset, into);
  }

  @Override
  public OptionalLong size(Location at) {
    return inner.size(at);
  }

  @Override
  public List<Entry> list(Location prefix) {
    return inner.list(prefix);
  }

  @Override
  public List<String> children(Location prefix) {
    return inner.children(prefix);
  }

  @Override
  public void deletePrefix(Location prefix) {
    inner.deletePrefix(prefix);
    watch.deleted(prefix);
  }

  @Override
  public void sweep(Location prefix, Duration age) {
    inner.sweep(prefix, age);
  }
}
