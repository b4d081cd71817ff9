package dev.manta.lightgbm.internal.start;

import dev.manta.collective.Numerics;
import dev.manta.lightgbm.internal.library.LightGBMLibrary;
import dev.manta.lightgbm.internal.run.LightGBMSessions;
import dev.manta.train.Framework;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// LightGBM as Manta's workers see it. A training function that never asks for it pays nothing.
public final class LightGBMFramework implements Framework {
  @Override
  public Entered enter(TrainContext<?> ctx) {
    return () -> LightGBMSessions.end(ctx);
  }

  @Override
  public void warm() {
    LightGBMLibrary.load();
  }

  @Override
  public Map<String, String> environment(Numerics numerics) {
    return Map.of("OMP_NUM_THREADS", Integer.toString(numerics.threads()));
  }

  @Override
  public List<Path> jars() {
    return LightGBMJars.all();
  }
}
