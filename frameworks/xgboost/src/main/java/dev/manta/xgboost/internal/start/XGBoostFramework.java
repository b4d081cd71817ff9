package dev.manta.xgboost.internal.start;

import dev.manta.collective.Numerics;
import dev.manta.train.Framework;
import dev.manta.train.TrainContext;
import dev.manta.xgboost.internal.library.XGBoostLibrary;
import dev.manta.xgboost.internal.session.XGBoostSessions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// XGBoost as Manta's workers see it. A training function that never asks for XGBoost pays nothing.
public final class XGBoostFramework implements Framework {
  @Override
  public void preload() {
    if (Boolean.getBoolean(XGBoostLibrary.PRELOAD)) {
      XGBoostLibrary.load();
    }
  }

  @Override
  public Entered enter(TrainContext<?> ctx) {
    return new Function(ctx);
  }

  /// A training function that may use XGBoost.
  private record Function(TrainContext<?> ctx) implements Entered {
    @Override
    public void close() {
      XGBoostSessions.end(ctx);
    }

    @Override
    public Throwable explain(Throwable thrown) {
      return XGBoostSessions.explain(ctx, thrown);
    }
  }

  @Override
  public void warm() {
    XGBoostLibrary.load();
  }

  @Override
  public Map<String, String> environment(Numerics numerics) {
    return Map.of("OMP_NUM_THREADS", Integer.toString(numerics.threads()));
  }

  @Override
  public List<Path> jars() {
    return XGBoostJars.all();
  }
}
