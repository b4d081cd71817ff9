package dev.manta.internal.data.pass;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.DataStats;
import dev.manta.internal.data.ProgressLog;
import java.util.Iterator;
import java.util.function.Consumer;

/// A pass with the shard that it belongs to: both end together.
///
/// @param done told what was read when they do
record ShardPass(RankShard shard, Pass<Batch> pass, Consumer<DataStats> done)
    implements Batches<Batch> {
  @Override
  public Iterator<Batch> iterator() {
    Iterator<Batch> inner = pass.iterator();
    var progress = new ProgressLog("read", pass.units(), System.nanoTime());
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        boolean more = inner.hasNext();
        if (!more) {
          close();
        }
        return more;
      }

      @Override
      public Batch next() {
        if (progress.isDue(System.nanoTime())) {
          DataStats read = shard.stats();
          progress.reached(read.units(), read.rows());
        }
        return inner.next();
      }
    };
  }

  @Override
  public DataStats stats() {
    return shard.stats();
  }

  @Override
  public void close() {
    done.accept(shard.stats());
    shard.close();
  }
}
