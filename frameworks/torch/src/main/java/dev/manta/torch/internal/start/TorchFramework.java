package dev.manta.torch.internal.start;

import dev.manta.collective.Numerics;
import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.Natives;
import dev.manta.torch.internal.cuda.Cuda;
import dev.manta.torch.internal.ddp.TorchSessions;
import dev.manta.train.Framework;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// PyTorch as Manta's workers see it. A training function that never asks for PyTorch pays nothing.
public final class TorchFramework implements Framework {
  /// A worker that may get a GPU waits for it: what it sees of them is set before CUDA is loaded.
  @Override
  public void preload() {
    if (Natives.isPreloadAsked() && !Cuda.isBuilt()) {
      Natives.load();
    }
  }

  @Override
  public Entered enter(TrainContext<?> ctx) {
    return new Function(ctx);
  }

  /// A training function that may use PyTorch.
  private record Function(TrainContext<?> ctx) implements Entered {
    @Override
    public void close() {
      TorchSessions.end(ctx);
    }

    @Override
    public Throwable explain(Throwable thrown) {
      return thrown instanceof NullPointerException e
          ? Lifetime.explain(e, "a tensor")
          : ErrorAdvice.explain(thrown);
    }
  }

  /// Where there is CUDA the process may not know its GPU yet, and a backward pass looks which ones
  /// there are: what it sees of them could not be narrowed any more.
  @Override
  public void warm() {
    if (!Cuda.isBuilt()) {
      WarmUp.run();
    }
  }

  /// Where there is CUDA the process does not know its GPU yet.
  @Override
  public void rehearse(TrainContext<?> ctx) {
    if (!Cuda.isBuilt()) {
      RehearsedTraining.train(ctx);
    }
  }

  @Override
  public Map<String, String> environment(Numerics numerics) {
    String threads = Integer.toString(numerics.threads());
    return Map.of("OMP_NUM_THREADS", threads, "OPENBLAS_NUM_THREADS", threads);
  }

  @Override
  public List<Path> jars() {
    return TorchJars.all();
  }
}
