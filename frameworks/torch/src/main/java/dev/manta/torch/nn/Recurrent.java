package dev.manta.torch.nn;

import dev.manta.torch.internal.Lifetime;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/// What recurrent layers share: their weights, under PyTorch's names, over `[batch, time, values]`.
abstract class Recurrent extends Module {
  final long hidden;
  final long layers;
  final boolean bothWays;
  final double dropout;
  final TensorVector weights;

  /// @param gates how many gates a cell has
  Recurrent(int gates, long in, Layers shape) {
    hidden = shape.hidden();
    layers = shape.layers();
    bothWays = shape.bothWays();
    dropout = shape.dropout();
    List<Tensor> all = new ArrayList<>();
    for (int layer = 0; layer < layers; layer++) {
      long width = layer == 0 ? in : hidden * directions();
      addWeights(all, gates, width, "_l" + layer);
      if (bothWays) {
        addWeights(all, gates, width, "_l" + layer + "_reverse");
      }
    }
    weights = Lifetime.keep(new TensorVector(all.toArray(Tensor[]::new)));
  }

  private void addWeights(List<Tensor> all, int gates, long width, String suffix) {
    double bound = 1 / Math.sqrt((double) hidden);
    long rows = gates * hidden;
    all.add(parameter("weight_ih" + suffix, Init.uniform(bound, rows, width)));
    all.add(parameter("weight_hh" + suffix, Init.uniform(bound, rows, hidden)));
    all.add(parameter("bias_ih" + suffix, Init.uniform(bound, rows)));
    all.add(parameter("bias_hh" + suffix, Init.uniform(bound, rows)));
  }

  final long directions() {
    return bothWays ? 2 : 1;
  }

  /// A state of zeros, of the input's type and on its device.
  final Tensor noState(Tensor x) {
    return torch.zeros(new long[] {layers * directions(), x.size(0), hidden}, x.options());
  }

  @Override
  final String details() {
    return hidden + " hidden, " + layers + (layers == 1 ? " layer" : " layers");
  }
}
