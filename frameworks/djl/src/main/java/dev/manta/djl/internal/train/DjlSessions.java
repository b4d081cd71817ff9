package dev.manta.djl.internal.train;

import dev.manta.train.TrainContext;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/// The sessions of the training functions that run now, each found by its context only.
public final class DjlSessions {
  private static final IdentityHashMap<TrainContext<?>, DjlSession> OPEN = new IdentityHashMap<>();

  private DjlSessions() {}

  /// The function's session, opened at its first use on the function's own thread.
  public static DjlSession of(TrainContext<?> ctx) {
    synchronized (OPEN) {
      return OPEN.computeIfAbsent(ctx, DjlSession::new);
    }
  }

  /// Closes the session, if there is one.
  public static void end(TrainContext<?> ctx) {
    DjlSession session = remove(ctx);
    if (session != null) {
      session.close();
    }
  }

  private static @Nullable DjlSession remove(TrainContext<?> ctx) {
    synchronized (OPEN) {
      return OPEN.remove(ctx);
    }
  }
}
