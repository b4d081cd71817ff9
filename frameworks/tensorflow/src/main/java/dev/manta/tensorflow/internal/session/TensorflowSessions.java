package dev.manta.tensorflow.internal.session;

import dev.manta.tensorflow.internal.Natives;
import dev.manta.train.TrainContext;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/// The sessions of the training functions that run now, each found by its context only.
public final class TensorflowSessions {
  private static final IdentityHashMap<TrainContext<?>, TensorflowSession> OPEN =
      new IdentityHashMap<>();

  private TensorflowSessions() {}

  /// The function's session, opened at its first use.
  public static TensorflowSession of(TrainContext<?> ctx) {
    Natives.load();
    synchronized (OPEN) {
      return OPEN.computeIfAbsent(ctx, each -> new TensorflowSession(each, each.attempt()));
    }
  }

  /// Closes the session, if there is one.
  public static void end(TrainContext<?> ctx) {
    TensorflowSession session = remove(ctx);
    if (session != null) {
      session.close();
    }
  }

  private static @Nullable TensorflowSession remove(TrainContext<?> ctx) {
    synchronized (OPEN) {
      return OPEN.remove(ctx);
    }
  }
}
