package dev.manta.torch.internal.ddp;

import dev.manta.train.TrainContext;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/// The sessions of the training functions that run now, each found by its context only.
public final class TorchSessions {
  private static final IdentityHashMap<TrainContext<?>, TorchSession> OPEN =
      new IdentityHashMap<>();

  private TorchSessions() {}

  /// The function's session, opened at its first use on the function's own thread.
  public static TorchSession of(TrainContext<?> ctx) {
    synchronized (OPEN) {
      return OPEN.computeIfAbsent(ctx, TorchSession::new);
    }
  }

  /// Closes the session, if there is one.
  public static void end(TrainContext<?> ctx) {
    TorchSession session = remove(ctx);
    if (session != null) {
      session.close();
    }
  }

  private static @Nullable TorchSession remove(TrainContext<?> ctx) {
    synchronized (OPEN) {
      return OPEN.remove(ctx);
    }
  }
}
