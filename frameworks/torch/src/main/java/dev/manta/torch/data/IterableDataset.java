package dev.manta.torch.data;

import java.util.Iterator;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/// Samples that come one after the other: a stream, or files that are too large to be read at
/// random.
@FunctionalInterface
public interface IterableDataset {
  /// The samples of one shard, from their beginning: the same ones in the same order each time.
  /// Shards are disjoint and together everything.
  ///
  /// In an epoch in which the number of workers changes, every rank reads all shards of the old
  /// number and leaves out what is not its own.
  Iterator<List<Tensor>> samples(int shard, int shards);
}
