package dev.manta.xgboost.internal.session;

import dev.manta.train.TrainContext;
import dev.manta.xgboost.internal.library.XGBoostFailure;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The sessions of the training functions that run now, each found by its context only.
public final class XGBoostSessions {
  private static final Map<TrainContext<?>, XGBoostSession> OPEN = new IdentityHashMap<>();

  private XGBoostSessions() {}

  /// The function's session, opened at its first use on the function's own thread; all ranks do it
  /// at the same point.
  public static XGBoostSession of(TrainContext<?> ctx) {
    XGBoostSession known = find(ctx);
    if (known != null) {
      return known;
    }
    var opened = new XGBoostSession(ctx); // ranks may be threads of one process: no lock is held
    synchronized (OPEN) {
      OPEN.put(ctx, opened);
    }
    return opened;
  }

  /// What the function threw, in words that its author understands.
  public static Throwable explain(TrainContext<?> ctx, Throwable thrown) {
    XGBoostSession session = find(ctx);
    return session != null && thrown instanceof XGBoostFailure ? session.explain(thrown) : thrown;
  }

  /// Closes the session, if there is one.
  public static void end(TrainContext<?> ctx) {
    XGBoostSession session;
    synchronized (OPEN) {
      session = OPEN.remove(ctx);
    }
    if (session != null) {
      session.close();
    }
  }

  private static @Nullable XGBoostSession find(TrainContext<?> ctx) {
    synchronized (OPEN) {
      return OPEN.get(ctx);
    }
  }
}
