package dev.manta.torch.nn;

import java.util.Arrays;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// Weights and inputs that are a function of their place, the same here and in `parity.py`.
final class Fill {
  private Fill() {}

  /// Numbers in [-1, 1): splitmix64.
  static double draw(long index, long place) {
    long z = (place + (index + 1) * 0x51ED270BL) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    z = z ^ (z >>> 31);
    return (z >>> 40) / (double) (1 << 23) - 1;
  }

  static Tensor tensor(long index, long... shape) {
    float[] values = new float[(int) Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) draw(index, i);
    }
    return from(values, shape);
  }

  /// Whole numbers below `count`.
  static Tensor ids(long index, long count, long... shape) {
    long[] values = new long[(int) Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.min(count - 1, (long) ((draw(index, i) + 1) / 2 * count));
    }
    Tensor ids = torch.zeros(shape).to(torch.ScalarType.Long);
    ids.data_ptr_long().put(values);
    return ids;
  }

  static void module(Module module) {
    try (var _ = new NoGradGuard()) {
      long index = 0;
      for (var entry : module.stateDict().entrySet()) {
        fill(entry.getKey(), entry.getValue(), index++);
      }
    }
  }

  private static void fill(String name, Tensor tensor, long index) {
    if (!tensor.is_floating_point()) {
      return;
    }
    float[] values = new float[(int) tensor.numel()];
    double scale = Math.sqrt(3.0 / (tensor.numel() / (double) Math.max(1, tensor.size(0))));
    for (int i = 0; i < values.length; i++) {
      values[i] = value(name, tensor.dim(), scale, (float) draw(index, i));
    }
    tensor.copy_(from(values, tensor.shape()));
  }

  private static float value(String name, long dimensions, double scale, float drawn) {
    if (name.endsWith("running_var")) {
      return 1 + 0.5f * drawn;
    } else if (dimensions > 1) {
      return drawn * (float) scale;
    }
    return name.endsWith("weight") ? 1 + 0.1f * drawn : 0.1f * drawn;
  }

  private static Tensor from(float[] values, long... shape) {
    Tensor tensor = torch.zeros(shape);
    tensor.data_ptr_float().put(values);
    return tensor;
  }
}
