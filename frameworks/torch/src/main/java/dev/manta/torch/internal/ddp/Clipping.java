package dev.manta.torch.internal.ddp;

import dev.manta.torch.internal.flat.Averaging;
import dev.manta.torch.internal.flat.FlatBlock;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/// Scales gradients down to a norm, as PyTorch's `clip_grad_norm_` does.
public final class Clipping {
  private static final double SMALL = 1e-6;

  private Clipping() {}

  /// Clips the group's gradients and returns their norm before.
  public static double clip(
      List<Tensor> parameters, @Nullable Averaging averaging, double normMax) {
    try (var _ = new PointerScope();
        var _ = new NoGradGuard()) {
      List<Tensor> gradients = gradients(parameters, averaging);
      double norm = norm(gradients);
      double factor = normMax / (norm + SMALL);
      if (factor < 1) {
        var scale = new Scalar(factor);
        gradients.forEach(gradient -> gradient.mul_(scale));
      }
      return norm;
    }
  }

  private static List<Tensor> gradients(List<Tensor> parameters, @Nullable Averaging averaging) {
    if (averaging != null) {
      averaging.average();
      if (averaging.isFlat() && covers(averaging, parameters)) {
        return averaging.blocks().stream().map(averaging::gradients).toList();
      }
    }
    return parameters.stream().map(Tensor::grad).filter(Tensor::defined).toList();
  }

  private static boolean covers(Averaging averaging, List<Tensor> parameters) {
    List<Tensor> all = new ArrayList<>();
    for (FlatBlock block : averaging.blocks()) {
      all.addAll(block.members());
    }
    return all.size() == parameters.size();
  }

  private static double norm(List<Tensor> gradients) {
    double sum = 0;
    for (Tensor gradient : gradients) {
      double norm = gradient.norm().item_double();
      sum += norm * norm;
    }
    return Math.sqrt(sum);
  }
}
