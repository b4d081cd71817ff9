package dev.manta.torch.internal;

import dev.manta.collective.Numerics;
import dev.manta.train.Framework;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// PyTorch as Manta's workers see it. A training function that never asks for PyTorch pays nothing.
public final class TorchFramework implements Framework {
  @Override
  public Entered enter(TrainContext<?> ctx) {
    return new Function(ctx);
  }

  /// A training function that may use PyTorch.
  private record Function(TrainContext<?> ctx) implements Entered {
    @Override
    public void close() {
      Sessions.end(ctx);
    }

    @Override
    public Throwable explain(Throwable thrown) {
      return thrown instanceof NullPointerException e
          ? Lifetime.explain(e, "a tensor")
          : Advice.explain(thrown);
    }
  }

  @Override
  public void warm() {
    WarmUp.run();
  }

  @Override
  public Map<String, String> environment(Numerics numerics) {
    String threads = Integer.toString(numerics.threads());
    return Map.of("OMP_NUM_THREADS", threads, "OPENBLAS_NUM_THREADS", threads);
  }

  @Override
  public List<Path> jars() {
    return Jars.all();
  }
}
