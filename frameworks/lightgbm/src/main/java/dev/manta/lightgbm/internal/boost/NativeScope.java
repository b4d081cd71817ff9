package dev.manta.lightgbm.internal.boost;

import java.util.ArrayDeque;
import java.util.Deque;

/// What is freed when an attempt ends, the last one first.
public final class NativeScope implements AutoCloseable {
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  /// Is freed with the scope.
  public <T extends AutoCloseable> T own(T thing) {
    open.push(thing);
    return thing;
  }

  /// Frees all, also where something cannot be freed.
  @Override
  public void close() {
    IllegalStateException failed =
        new IllegalStateException("LightGBM's part of an attempt cannot be freed");
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        failed.addSuppressed(e);
      }
    }
    if (failed.getSuppressed().length > 0) {
      throw failed;
    }
  }
}
