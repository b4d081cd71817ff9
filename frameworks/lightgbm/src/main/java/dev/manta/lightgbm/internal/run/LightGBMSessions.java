package dev.manta.lightgbm.internal.run;

import dev.manta.lightgbm.internal.boost.NativeScope;
import dev.manta.train.TrainContext;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/// What the training functions that run now have of LightGBM, each found by its context only, and
/// freed when the function ends.
public final class LightGBMSessions {
  private static final IdentityHashMap<TrainContext<?>, NativeScope> OPEN = new IdentityHashMap<>();

  private LightGBMSessions() {}

  /// The function's scope, opened at its first use.
  public static NativeScope of(TrainContext<?> ctx) {
    synchronized (OPEN) {
      return OPEN.computeIfAbsent(ctx, _ -> new NativeScope());
    }
  }

  /// Frees what the function has, if anything.
  public static void end(TrainContext<?> ctx) {
    NativeScope scope = remove(ctx);
    if (scope != null) {
      scope.close();
    }
  }

  private static @Nullable NativeScope remove(TrainContext<?> ctx) {
    synchronized (OPEN) {
      return OPEN.remove(ctx);
    }
  }
}
