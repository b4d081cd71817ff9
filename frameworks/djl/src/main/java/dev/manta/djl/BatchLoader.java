package dev.manta.djl;

import ai.djl.training.dataset.Batch;

/// What a rank trains on, epoch by epoch: its share of the rows, in as many batches as every other
/// rank has. Made by [Djl#loader].
public interface BatchLoader {
  /// This rank's batches of an epoch, from where the run stands. Closing a batch is not necessary:
  /// its memory is given back when the next one is taken.
  ///
  /// A batch that only keeps this rank in step with others has a size of 0 and some rows, whose
  /// gradients count for nothing.
  Iterable<Batch> epoch(int epoch);
}
