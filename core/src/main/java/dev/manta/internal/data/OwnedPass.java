package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import java.util.Iterator;

/// A pass with the shard that it belongs to: both end together.
record OwnedPass(RankShard shard, Batches<Batch> batches) implements Batches<Batch> {
  @Override
  public Iterator<Batch> iterator() {
    Iterator<Batch> inner = batches.iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        boolean more = inner.hasNext();
        if (!more) {
          shard.close();
        }
        return more;
      }

      @Override
      public Batch next() {
        return inner.next();
      }
    };
  }

  @Override
  public void close() {
    shard.close();
  }
}
