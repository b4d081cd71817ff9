package dev.manta.torch.nn;

import java.util.Objects;
import org.bytedeco.pytorch.Tensor;

/// Values of tensors, for assertions.
final class Values {
  private Values() {}

  static float[] of(Tensor tensor) {
    float[] values = new float[(int) tensor.numel()];
    if (values.length > 0) {
      tensor.detach().contiguous().data_ptr_float().get(values);
    }
    return values;
  }

  static Tensor parameter(Module module, String name) {
    return Objects.requireNonNull(module.namedParameters().get(name), name);
  }

  static Tensor buffer(Module module, String name) {
    return Objects.requireNonNull(module.namedBuffers().get(name), name);
  }
}
