package dev.manta.torch.data;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/// One rank's samples of the rest of a stream's epoch that another number of ranks has begun.
///
/// Every rank reads all shards in rounds, as many samples of each as its rank would have taken in a
/// step, and takes its part of each step. So every sample is used once, whatever the sizes were.
final class Regrouped implements Iterator<List<Tensor>> {
  private final List<Iterator<List<Tensor>>> shards;
  private final Settings settings;
  private final LoaderAudience rank;
  private int shard;
  private int ofShard;
  private long inStep;
  private @Nullable List<Tensor> next;

  Regrouped(IterableDataset dataset, Settings settings, LoaderAudience rank, Position from) {
    this.settings = settings;
    this.rank = rank;
    this.shards =
        IntStream.range(0, from.shards()).mapToObj(i -> dataset.samples(i, from.shards())).toList();
    long rounds = from.apart() / settings.together(from.shards());
    for (int i = 0; i < shards.size(); i++) {
      Samples.skip(shards.get(i), rounds * settings.own(i, shards.size()));
    }
    for (long left = from.samples() - from.apart(); left > 0; left--) {
      pass();
    }
  }

  private void pass() {
    if (moveToNext()) {
      ofShard++;
      Samples.pass(shards.get(shard));
    }
  }

  @Override
  public boolean hasNext() {
    while (next == null && moveToNext()) {
      if (isMine()) {
        ofShard++;
        next = shards.get(shard).next();
      } else {
        pass();
      }
      inStep = (inStep + 1) % settings.together(rank.ranks());
    }
    return next != null;
  }

  @Override
  public List<Tensor> next() {
    if (!hasNext() || next == null) {
      throw new NoSuchElementException("the stream has no more samples");
    }
    List<Tensor> sample = next;
    next = null;
    return sample;
  }

  /// Goes to the shard whose turn it is; false at the end of all.
  private boolean moveToNext() {
    for (int tried = 0; tried <= shards.size(); tried++) {
      if (ofShard < settings.own(shard, shards.size()) && shards.get(shard).hasNext()) {
        return true;
      }
      shard = (shard + 1) % shards.size();
      ofShard = 0;
    }
    return false;
  }

  /// Whether the sample at this place of the step is this rank's.
  private boolean isMine() {
    long before =
        IntStream.range(0, rank.rank()).mapToLong(r -> settings.own(r, rank.ranks())).sum();
    return inStep >= before && inStep < before + settings.own(rank.rank(), rank.ranks());
  }
}
