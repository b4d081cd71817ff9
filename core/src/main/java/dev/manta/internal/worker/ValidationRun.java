package dev.manta.internal.worker;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.internal.loop.LoopCall;
import dev.manta.internal.machine.NumericThreads;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.storage.Location;
import dev.manta.train.Metrics;
import org.jspecify.annotations.Nullable;

/// Scores one committed checkpoint.
record ValidationRun(ToWorker.Validate task, ClassLoader loader, ControllerChannel outlet)
    implements Runnable {
  @Override
  public void run() {
    try {
      outlet.send(new ToController.Returned(0, score().toString(), false));
    } catch (Throwable thrown) {
      outlet.send(FailureText.thrown(0, 0, thrown));
    }
  }

  private Metrics score() throws Throwable {
    WorkerGpus.take(task.device());
    NumericThreads.use(task.threads());
    Checkpoint checkpoint = Checkpoint.at(Location.parse(task.checkpoint()));
    LoopCall call = LoopCall.findWithConfig(task.function(), Checkpoint.class, loader);
    @Nullable Object config = call.config(loader);
    @Nullable Object scored =
        config == null ? call.call(checkpoint) : call.call(checkpoint, config);
    if (scored instanceof Metrics metrics) {
      return metrics;
    }
    throw new IllegalArgumentException("the validation function returned no metrics");
  }
}
