package dev.manta.stores.internal.http;

import java.util.concurrent.atomic.AtomicLong;

/// How many bytes of a call have moved, either way: one that moves none has stalled.
public final class Progress {
  private final AtomicLong bytes = new AtomicLong();

  void moved(long count) {
    bytes.addAndGet(count);
  }

  long bytes() {
    return bytes.get();
  }
}
