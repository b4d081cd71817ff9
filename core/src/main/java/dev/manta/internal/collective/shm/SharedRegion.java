package dev.manta.internal.collective.shm;

import java.lang.foreign.MemorySegment;

/// A piece of memory that several ranks see, until this rank closes its view of it.
record SharedRegion(MemorySegment memory, Runnable release) implements AutoCloseable {
  @Override
  public void close() {
    release.run();
  }
}
