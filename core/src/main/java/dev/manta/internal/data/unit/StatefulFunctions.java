package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import dev.manta.data.Functions;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.data.UserFunction;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;

/// Functions with state: as many as may be at a time, lent to threads batch by batch, and closed
/// with the stream.
final class StatefulFunctions implements AutoCloseable {
  private final Map<UserFunction, Shelf> shelves = new ConcurrentHashMap<>();

  /// What one of a factory's functions makes of a batch.
  Batch apply(UserFunction factory, int atMost, Batch batch) throws Exception {
    return shelves.computeIfAbsent(factory, each -> new Shelf(each, atMost)).apply(batch);
  }

  /// The functions of one factory.
  private static final class Shelf {
    private final UserFunction factory;
    private final Semaphore free;
    private final ConcurrentLinkedDeque<Functions.BatchMap> idle = new ConcurrentLinkedDeque<>();

    Shelf(UserFunction factory, int atMost) {
      this.factory = factory;
      this.free = new Semaphore(atMost, true);
    }

    /// The wait ends with the batch of another thread.
    Batch apply(Batch batch) throws Exception {
      free.acquire();
      try {
        return lent(batch);
      } finally {
        free.release();
      }
    }

    private Batch lent(Batch batch) throws Exception {
      Functions.BatchMap last = idle.pollFirst();
      Functions.BatchMap function = last == null ? make() : last;
      try {
        return function.apply(batch);
      } finally {
        idle.addFirst(function);
      }
    }

    private Functions.BatchMap make() {
      try {
        return factory.as(Functions.BatchMapFactory.class).make();
      } catch (Exception e) {
        throw new MantaException(
            ErrorCode.USER, "the function of mapBatches could not be made: " + e, e);
      }
    }

    Collection<Functions.BatchMap> functions() {
      return idle;
    }
  }

  @Override
  public void close() {
    for (Shelf shelf : shelves.values()) {
      for (Functions.BatchMap function : shelf.functions()) {
        if (function instanceof AutoCloseable closeable) {
          close(closeable);
        }
      }
    }
    shelves.clear();
  }

  private static void close(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      throw new MantaException(ErrorCode.USER, "a function of mapBatches failed to close", e);
    }
  }
}
