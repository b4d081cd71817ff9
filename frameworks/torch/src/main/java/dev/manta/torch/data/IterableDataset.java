package dev.manta.torch.data;

import java.util.Iterator;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/// Samples that come one after the other: a stream, or files that are too large to be read at
/// random.
@FunctionalInterface
public interface IterableDataset {
  /// The samples of one shard, from their beginning. Shards are disjoint and together everything.
  Iterator<List<Tensor>> samples(int shard, int shards);
}
