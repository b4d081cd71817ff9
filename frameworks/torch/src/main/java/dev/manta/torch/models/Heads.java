package dev.manta.torch.models;

import dev.manta.torch.internal.Absent;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/// The heads of an attention: vectors `[batch, time, heads × width]` are cut into them, mixed over
/// time, and joined again.
///
/// @param width of one head
/// @param dropout the share of connections dropped in training
record Heads(long count, long width, double dropout) {
  /// A model's width, cut evenly.
  static Heads of(long width, int count, double dropout) {
    return new Heads(count, width / count, dropout);
  }

  /// Each position looks at itself and those before it.
  Tensor mixCausal(Tensor query, Tensor key, Tensor value, boolean training) {
    return mix(new Tensor[] {query, key, value}, Absent.TENSOR, true, training);
  }

  /// Each position looks at all that the mask leaves.
  Tensor mix(Tensor query, Tensor key, Tensor value, TensorOptional mask, boolean training) {
    return mix(new Tensor[] {query, key, value}, mask, false, training);
  }

  private Tensor mix(Tensor[] parts, TensorOptional mask, boolean causal, boolean training) {
    Tensor mixed =
        torch.scaled_dot_product_attention(
            split(parts[0]),
            split(parts[1]),
            split(parts[2]),
            mask,
            training ? dropout : 0,
            causal,
            Absent.DOUBLE,
            false);
    return mixed.transpose(1, 2).flatten(2, 3);
  }

  private Tensor split(Tensor x) {
    return x.view(x.size(0), x.size(1), count, width).transpose(1, 2);
  }
}
