package dev.manta.torch.nn;

import dev.manta.torch.internal.Absent;
import java.lang.ref.Reference;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/// Scaled dot-product attention with several heads, over `[batch, time, dimensions]`.
public final class MultiheadAttention extends Module {
  private final long heads;
  private final long width;
  private final double dropout;
  private final boolean causal;
  private final Tensor projection;
  private final Tensor projectionBias;
  private final TensorOptional projectionBiasOptional;
  private final Linear out;

  /// Without dropout; every position sees all others.
  public MultiheadAttention(long dimensions, long heads) {
    this(dimensions, heads, 0, false);
  }

  /// With all options.
  ///
  /// @param dropout the share of the attention's weights that is dropped in training
  /// @param causal whether a position sees itself and what is before it only
  public MultiheadAttention(long dimensions, long heads, double dropout, boolean causal) {
    if (heads < 1 || dimensions % heads != 0) {
      throw new IllegalArgumentException(
          dimensions + " dimensions cannot be split into " + heads + " heads");
    }
    this.heads = heads;
    this.width = dimensions / heads;
    this.dropout = dropout;
    this.causal = causal;
    // PyTorch draws for the output's projection first and registers it last.
    Linear drawnFirst = new Linear(dimensions, dimensions);
    projection = parameter("in_proj_weight", Init.xavierUniform(3 * dimensions, dimensions));
    projectionBias = parameter("in_proj_bias", Init.zeros(3 * dimensions));
    projectionBiasOptional = optional(projectionBias);
    out = add("out_proj", drawnFirst);
    Init.set(out.bias(), Init.zeros(dimensions));
  }

  /// Self-attention.
  @Override
  public Tensor forward(Tensor x) {
    return attend(torch.linear(x, projection, projectionBiasOptional), Absent.TENSOR);
  }

  /// Self-attention; where the mask is false, or negative infinity, a position is not seen. Shapes
  /// that broadcast to `[batch, heads, time, time]` fit.
  public Tensor forward(Tensor x, Tensor mask) {
    return attend(torch.linear(x, projection, projectionBiasOptional), new TensorOptional(mask));
  }

  /// Attention of a query to other keys and values.
  public Tensor forward(Tensor query, Tensor key, Tensor value) {
    return mix(
        split(project(query, 0)), split(project(key, 1)), split(project(value, 2)), Absent.TENSOR);
  }

  private Tensor project(Tensor x, int part) {
    long dimensions = heads * width;
    return torch.linear(
        x,
        projection.narrow(0, part * dimensions, dimensions),
        new TensorOptional(projectionBias.narrow(0, part * dimensions, dimensions)));
  }

  private Tensor attend(Tensor projected, TensorOptional mask) {
    TensorVector parts = projected.chunk(3, -1);
    try {
      return mix(split(parts.get(0)), split(parts.get(1)), split(parts.get(2)), mask);
    } finally {
      Reference.reachabilityFence(parts);
    }
  }

  private Tensor mix(Tensor query, Tensor key, Tensor value, TensorOptional mask) {
    double dropped = isTraining() ? dropout : 0;
    Tensor mixed =
        torch.scaled_dot_product_attention(
            query, key, value, mask, dropped, causal, Absent.DOUBLE, false);
    return out.forward(mixed.transpose(1, 2).flatten(2, 3));
  }

  /// `[batch, time, dimensions]` to `[batch, heads, time, width]`.
  private Tensor split(Tensor x) {
    return x.view(x.size(0), x.size(1), heads, width).transpose(1, 2);
  }

  @Override
  String details() {
    return heads + " heads of " + width + (causal ? ", causal" : "");
  }
}
