package dev.manta.internal.journal;

import dev.manta.error.MantaException;
import dev.manta.storage.Storage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Reads objects that are wanted in order, many at a time, to wait for remote storage once.
///
/// Used by one thread. What was read ahead is let go once objects behind it are wanted.
final class ReadAhead {
  private static final long BYTES_MAX = 64 << 20;

  private final Storage storage;
  private final List<SealedObject> order;
  private final int atOnce;
  private final Map<SealedObject, FutureTask<Optional<SealedContent>>> reads = new HashMap<>();
  private int next;
  private long bytes;

  /// @param order all objects, by their first number
  /// @param atOnce how many are read at a time; one is read only when it is wanted
  ReadAhead(Storage storage, List<SealedObject> order, int atOnce) {
    this.storage = storage;
    this.order = order;
    this.atOnce = atOnce;
  }

  /// What is in an object, whose last use this may be; empty where it is gone.
  Optional<SealedContent> get(SealedObject object, long number) {
    forget(number);
    start(number);
    FutureTask<Optional<SealedContent>> read = reads.get(object);
    return read == null ? begin(object, false) : result(object, read);
  }

  private void forget(long number) {
    reads
        .keySet()
        .removeIf(
            object -> {
              boolean over = object.range().last() < number;
              bytes -= over ? size(object) : 0;
              return over;
            });
  }

  private void start(long number) {
    while (next < order.size() && order.get(next).range().last() < number) {
      next++;
    }
    while (atOnce > 1 && next < order.size() && reads.size() < atOnce && bytes < BYTES_MAX) {
      begin(order.get(next++), true);
    }
  }

  private Optional<SealedContent> begin(SealedObject object, boolean beside) {
    var read = new FutureTask<>(() -> object.read(storage).map(object::content));
    reads.put(object, read);
    bytes += size(object);
    if (beside) {
      Thread.startVirtualThread(read);
      return Optional.empty();
    }
    read.run();
    return result(object, read);
  }

  private Optional<SealedContent> result(
      SealedObject object, FutureTask<Optional<SealedContent>> read) {
    try {
      return read.get();
    } catch (ExecutionException e) {
      drop(object);
      throw e.getCause() instanceof MantaException known
          ? known
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return object.read(storage).map(object::content);
    }
  }

  private void drop(SealedObject object) {
    reads.remove(object);
    bytes -= size(object);
  }

  private static long size(SealedObject object) {
    return Math.max(0, object.bytes());
  }
}
