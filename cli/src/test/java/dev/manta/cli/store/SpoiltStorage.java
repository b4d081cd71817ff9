package dev.manta.cli.store;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A storage in memory that does some things wrong.
final class SpoiltStorage implements Storage {
  /// What it does wrong.
  enum Fault {
    REFUSES_PUT,
    REFUSES_LIST,
    REFUSES_DELETE,
    IGNORES_CONDITION,
    ALWAYS_TAKEN,
    LOSES_OBJECTS_FROM_LISTS,
    READS_ELSEWHERE,
    KEEPS_DELETED,
    STALLS_AT_LARGE_OBJECTS
  }

  private final MemoryStorage inner = new MemoryStorage();
  private final Set<Fault> faults;
  private final CountDownLatch stalled = new CountDownLatch(1);

  SpoiltStorage(Fault... faults) {
    this.faults = Set.of(faults);
  }

  private void refuse(Fault fault, String operation, Location at) {
    if (faults.contains(fault)) {
      throw StorageFailure.of(operation, at, new IOException("the server said no"));
    }
  }

  @Override
  public void put(Location at, ByteSource from) {
    refuse(Fault.REFUSES_PUT, "write", at);
    inner.put(at, from);
    if (faults.contains(Fault.STALLS_AT_LARGE_OBJECTS) && at.name().equals("large")) {
      stall(at);
    }
  }

  private void stall(Location at) {
    stalled.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw StorageFailure.of("write", at, new ClosedByInterruptException());
    }
  }

  void awaitStall() throws InterruptedException {
    if (!stalled.await(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("nothing large was put");
    }
  }

  @Override
  public boolean putIfAbsent(Location at, byte[] bytes) {
    refuse(Fault.REFUSES_PUT, "write", at);
    if (faults.contains(Fault.IGNORES_CONDITION)) {
      inner.put(at, ByteSource.of(bytes));
      return true;
    }
    return !faults.contains(Fault.ALWAYS_TAKEN) && inner.putIfAbsent(at, bytes);
  }

  @Override
  public void read(Location at, long offset, MemorySegment into) {
    inner.read(at, offset, into);
    if (faults.contains(Fault.READS_ELSEWHERE) && offset > 0) {
      into.set(ValueLayout.JAVA_BYTE, 0, (byte) (into.get(ValueLayout.JAVA_BYTE, 0) + 1));
    }
  }

  @Override
  public OptionalLong size(Location at) {
    return inner.size(at);
  }

  @Override
  public List<Entry> list(Location prefix) {
    refuse(Fault.REFUSES_LIST, "list", prefix);
    return faults.contains(Fault.LOSES_OBJECTS_FROM_LISTS) ? List.of() : inner.list(prefix);
  }

  @Override
  public List<String> children(Location prefix) {
    refuse(Fault.REFUSES_LIST, "list", prefix);
    return inner.children(prefix);
  }

  @Override
  public void deletePrefix(Location prefix) {
    refuse(Fault.REFUSES_DELETE, "delete", prefix);
    if (!faults.contains(Fault.KEEPS_DELETED)) {
      inner.deletePrefix(prefix);
    }
  }

  @Override
  public void sweep(Location prefix, Duration age) {}

  List<Entry> left() {
    return inner.list(new Location("mem", ""));
  }
}
