package dev.manta.tensorflow.internal.start;

import dev.manta.collective.Numerics;
import dev.manta.tensorflow.internal.Natives;
import dev.manta.tensorflow.internal.Threads;
import dev.manta.tensorflow.internal.session.TensorflowSessions;
import dev.manta.train.Framework;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// TensorFlow as Manta's workers see it. A training function that never asks for it pays nothing.
public final class TensorflowFramework implements Framework {
  @Override
  public void preload() {
    if (Natives.isPreloadAsked()) {
      Natives.load();
    }
  }

  @Override
  public Entered enter(TrainContext<?> ctx) {
    return new Function(ctx);
  }

  /// A training function that may use TensorFlow.
  private record Function(TrainContext<?> ctx) implements Entered {
    @Override
    public void close() {
      TensorflowSessions.end(ctx);
    }

    @Override
    public Throwable explain(Throwable thrown) {
      return ErrorAdvice.explain(thrown);
    }
  }

  @Override
  public void warm() {
    WarmUp.run();
  }

  @Override
  public void rehearse(TrainContext<?> ctx) {
    RehearsedTraining.train(ctx);
  }

  /// oneDNN chooses its order of sums by the machine, and is left out.
  @Override
  public Map<String, String> environment(Numerics numerics) {
    String threads = Integer.toString(numerics.threads());
    return Map.of(
        Threads.WITHIN_OPERATOR,
        threads,
        "TF_NUM_INTEROP_THREADS",
        "1",
        "OMP_NUM_THREADS",
        threads,
        "TF_ENABLE_ONEDNN_OPTS",
        "0",
        "TF_CPP_MIN_LOG_LEVEL",
        "1");
  }

  @Override
  public List<Path> jars() {
    return TensorflowJars.all();
  }
}
