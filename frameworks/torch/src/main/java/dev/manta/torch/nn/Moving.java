package dev.manta.torch.nn;

import java.util.function.UnaryOperator;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Gives tensors new data on another device or of another type; the tensors stay the same objects.
final class Moving {
  private Moving() {}

  static void toDevice(Module module, Device device) {
    each(module, tensor -> tensor.to(device, tensor.scalar_type()));
  }

  static void toType(Module module, ScalarType type) {
    each(module, tensor -> tensor.is_floating_point() ? tensor.to(type) : tensor);
  }

  private static void each(Module module, UnaryOperator<Tensor> move) {
    try (var _ = new PointerScope();
        var _ = new NoGradGuard()) {
      module.namedParameters().values().forEach(tensor -> replace(tensor, move));
      module.namedBuffers().values().forEach(tensor -> replace(tensor, move));
    }
  }

  private static void replace(Tensor tensor, UnaryOperator<Tensor> move) {
    Tensor moved = move.apply(tensor.detach());
    tensor.set_data(moved);
    if (tensor.grad().defined()) {
      tensor.mutable_grad().set_data(move.apply(tensor.grad().detach()));
    }
  }
}
