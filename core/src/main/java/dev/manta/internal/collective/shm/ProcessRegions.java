package dev.manta.internal.collective.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Memory between the threads of this process. It is freed by the collector, because a thread may
/// close its view while another still reads.
public final class ProcessRegions implements SharedRegions {
  private static final long PAGE = 4096;

  private final Map<String, MemorySegment> named = new ConcurrentHashMap<>();

  @Override
  public SharedRegion create(String name, long bytes) {
    MemorySegment memory = Arena.ofAuto().allocate(bytes, PAGE);
    named.put(name, memory);
    return new SharedRegion(memory, () -> {});
  }

  @Override
  public Optional<SharedRegion> open(String name) {
    return Optional.ofNullable(named.get(name)).map(memory -> new SharedRegion(memory, () -> {}));
  }

  @Override
  public void remove(String name) {
    named.remove(name);
  }

  @Override
  public void removeAll(String prefix) {
    named.keySet().removeIf(name -> name.startsWith(prefix));
  }

  @Override
  public boolean shared() {
    return false;
  }
}
