package dev.manta.testkit.storage;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/// A storage whose process dies at a chosen change: before it or right after it. Then every call
/// fails.
///
/// Running the same program with 0, 1, 2, … until [#crashed] stays false covers every step.
public final class CrashingStorage implements Storage {
  /// The death of the process.
  public static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Crash() {
      super("the process died here");
    }
  }

  private final Storage inner;
  private int changesLeft;
  private final boolean afterwards;
  private boolean crashed;

  /// Dies at the change with this number, counted from 0: after it is done, or before.
  public CrashingStorage(Storage inner, int change, boolean afterwards) {
    this.inner = inner;
    this.changesLeft = change;
    this.afterwards = afterwards;
  }

  /// Whether it has died.
  public synchronized boolean crashed() {
    return crashed;
  }

  /// Counts a change; true when the process dies right after it.
  private synchronized boolean lastChange() {
    alive();
    boolean last = changesLeft-- == 0;
    crashed = last;
    if (last && !afterwards) {
      throw new Crash();
    }
    return last;
  }

  private synchronized void alive() {
    if (crashed) {
      throw new Crash();
    }
  }

  private static void dieIf(boolean last) {
    if (last) {
      throw new Crash();
    }
  }

  @Override
  public void put(Location at, ByteSource from) {
    boolean last = lastChange();
    inner.put(at, from);
    dieIf(last);
  }

  @Override
  public boolean putIfAbsent(Location at, byte[] bytes) {
    boolean last = lastChange();
    boolean made = inner.putIfAbsent(at, bytes);
    dieIf(last);
    return made;
  }

  @Override
  public void deletePrefix(Location prefix) {
    boolean last = lastChange();
    inner.deletePrefix(prefix);
    dieIf(last);
  }

  @Override
  public void read(Location at, long offset, MemorySegment into) {
    alive();
    inner.read(at, offset, into);
  }

  @Override
  public OptionalLong size(Location at) {
    alive();
    return inner.size(at);
  }

  @Override
  public List<Entry> list(Location prefix) {
    alive();
    return inner.list(prefix);
  }

  @Override
  public List<String> children(Location prefix) {
    alive();
    return inner.children(prefix);
  }

  @Override
  public void sweep(Location prefix, Duration age) {
    alive();
    inner.sweep(prefix, age);
  }
}
