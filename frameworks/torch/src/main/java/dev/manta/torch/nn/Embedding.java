package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// A learned row for each of `count` whole numbers.
public final class Embedding extends Module {
  private static final long NO_PADDING = -1;

  private final Tensor weight;
  private final long padding;

  /// Rows of so many numbers, drawn from the normal distribution.
  public Embedding(long count, long dimensions) {
    this(count, dimensions, NO_PADDING);
  }

  private Embedding(long count, long dimensions, long padding) {
    this.padding = padding;
    weight = parameter("weight", Init.normal(0, 1, count, dimensions));
  }

  /// An embedding whose row `padding` is 0 and is not trained.
  public static Embedding padded(long count, long dimensions, long padding) {
    if (padding < 0 || padding >= count) {
      throw new IllegalArgumentException(
          "the row for padding is between 0 and " + (count - 1) + ", not " + padding);
    }
    var embedding = new Embedding(count, dimensions, padding);
    Init.set(embedding.weight.select(0, padding), Init.zeros(dimensions));
    return embedding;
  }

  /// The weight, for models that tie it to their output.
  public Tensor weight() {
    return weight;
  }

  @Override
  public Tensor forward(Tensor indices) {
    return torch.embedding(weight, indices, padding, false, false);
  }

  @Override
  String details() {
    return weight.size(0) + " × " + weight.size(1);
  }
}
