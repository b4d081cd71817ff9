package dev.manta.internal.worker;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.internal.loop.LoopCall;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.storage.Location;
import dev.manta.train.Metrics;

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
    LoopCall call = LoopCall.find(task.function(), Checkpoint.class, loader);
    if (call.call(Checkpoint.at(Location.parse(task.checkpoint()))) instanceof Metrics metrics) {
      return metrics;
    }
    throw new IllegalArgumentException("the validation function returned no metrics");
  }
}
