package dev.manta.torch.data;

import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.TensorScope;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;

/// What is done with samples of a stream that nobody trains on.
final class Samples {
  private Samples() {}

  /// Leaves so many samples out, as far as there are so many; what was made for them is freed.
  static void skip(Iterator<List<Tensor>> samples, long count) {
    for (long left = count; left > 0 && samples.hasNext(); left--) {
      pass(samples);
    }
  }

  /// Leaves one sample out, which is there.
  static void pass(Iterator<List<Tensor>> samples) {
    try (var _ = new TensorScope()) {
      samples.next();
    }
  }

  /// The first sample that any of these shards has, kept; none where they are all empty.
  static List<Tensor> first(IterableDataset dataset, IntStream which, int shards) {
    return which
        .mapToObj(shard -> dataset.samples(shard, shards))
        .filter(Iterator::hasNext)
        .findFirst()
        .map(samples -> samples.next().stream().map(Lifetime::keepTensor).toList())
        .orElse(List.of());
  }
}
