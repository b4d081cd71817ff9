package dev.manta.djl.internal.start;

import dev.manta.collective.Numerics;
import dev.manta.djl.internal.engine.OtherTorch;
import dev.manta.djl.internal.engine.PyTorchEngine;
import dev.manta.djl.internal.train.DjlSessions;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.train.Framework;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// DJL as Manta's workers see it. A training function that never asks for it pays nothing.
public final class DjlFramework implements Framework {
  @Override
  public void preload() {
    if (PyTorchEngine.isPreloadAsked()) {
      PyTorchEngine.load();
    }
  }

  @Override
  public Entered enter(TrainContext<?> ctx) {
    return new Function(ctx);
  }

  /// A training function that may use DJL.
  private record Function(TrainContext<?> ctx) implements Entered {
    @Override
    public void close() {
      DjlSessions.end(ctx);
    }

    @Override
    public Throwable explain(Throwable thrown) {
      return OtherTorch.adviceFor(thrown)
          .<Throwable>map(advice -> new MantaException(ErrorCode.USER, advice, thrown))
          .orElse(thrown);
    }
  }

  @Override
  public void warm() {
    PyTorchEngine.load();
  }

  @Override
  public void rehearse(TrainContext<?> ctx) {
    RehearsedTraining.train(ctx);
  }

  @Override
  public Map<String, String> environment(Numerics numerics) {
    return Map.of("OMP_NUM_THREADS", Integer.toString(numerics.threads()));
  }

  @Override
  public List<Path> jars() {
    return DjlJars.all();
  }
}
