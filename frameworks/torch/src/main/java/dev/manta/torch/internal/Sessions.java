package dev.manta.torch.internal;

import dev.manta.train.TrainContext;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/// The sessions of the training functions that run now, each found by its context only.
public final class Sessions {
  private static final IdentityHashMap<TrainContext<?>, Session> OPEN = new IdentityHashMap<>();

  private Sessions() {}

  /// The function's session, opened at its first use on the function's own thread.
  public static Session of(TrainContext<?> ctx) {
    synchronized (OPEN) {
      return OPEN.computeIfAbsent(ctx, Session::new);
    }
  }

  /// Closes the session, if there is one.
  public static void end(TrainContext<?> ctx) {
    Session session = remove(ctx);
    if (session != null) {
      session.close();
    }
  }

  private static @Nullable Session remove(TrainContext<?> ctx) {
    synchronized (OPEN) {
      return OPEN.remove(ctx);
    }
  }
}
