package dev.manta.internal.collective;

import java.lang.foreign.MemorySegment;

/// A piece of memory that several ranks see, until this rank closes its view of it.
record Region(MemorySegment memory, Runnable release) implements AutoCloseable {
  @Override
  public void close() {
    release.run();
  }
}
