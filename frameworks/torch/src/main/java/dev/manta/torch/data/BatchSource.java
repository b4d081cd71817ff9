package dev.manta.torch.data;

import java.util.Optional;
import java.util.concurrent.Callable;

/// The batches of one epoch as tasks, in order. Each may run on another thread.
@FunctionalInterface
interface BatchSource {
  /// The next task, or nothing at the end.
  Optional<Callable<TensorBatch>> next();
}
