package dev.manta.internal.data;

import dev.manta.data.Functions;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Functions with state: one for each thread that applies them, closed with the stream.
final class Stateful implements AutoCloseable {
  private record Key(Thread thread, Code factory) {}

  private final Map<Key, Functions.BatchMap> made = new ConcurrentHashMap<>();

  Functions.BatchMap of(Code factory) {
    return made.computeIfAbsent(new Key(Thread.currentThread(), factory), key -> make(key.factory));
  }

  private static Functions.BatchMap make(Code factory) {
    try {
      return factory.as(Functions.BatchMapFactory.class).make();
    } catch (Exception e) {
      throw new MantaException(
          ErrorCode.USER, "the function of mapBatches could not be made: " + e, e);
    }
  }

  @Override
  public void close() {
    for (Functions.BatchMap function : made.values()) {
      if (function instanceof AutoCloseable closeable) {
        close(closeable);
      }
    }
    made.clear();
  }

  private static void close(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      throw new MantaException(ErrorCode.USER, "a function of mapBatches failed to close", e);
    }
  }
}
