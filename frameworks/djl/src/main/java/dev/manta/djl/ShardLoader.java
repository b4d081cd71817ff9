package dev.manta.djl;

import ai.djl.training.dataset.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Shard;
import dev.manta.djl.internal.train.DjlSession;

/// A rank's part of a dataset, pass after pass. Where the run stands within a pass is Manta's.
record ShardLoader(DjlSession session, Shard shard, BatchOptions options, BatchForm form)
    implements BatchLoader {
  @Override
  public Iterable<Batch> epoch(int epoch) {
    return new RowBatches(
        shard.batches(options), form, session.memory(), session.rows()::handedOut);
  }
}
