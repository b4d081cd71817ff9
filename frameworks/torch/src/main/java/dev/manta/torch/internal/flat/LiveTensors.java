package dev.manta.torch.internal.flat;

import dev.manta.torch.internal.Lifetime;
import dev.manta.train.Part;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Named tensors as parts of live state: the tensors' own memory on the host, copies of what lies
/// on a device.
public final class LiveTensors {
  private final Map<String, Tensor> tensors;
  private final IdentityHashMap<Tensor, Tensor> copies = new IdentityHashMap<>();

  public LiveTensors(Map<String, Tensor> tensors) {
    this.tensors = tensors;
  }

  public List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    tensors.forEach((name, tensor) -> parts.add(part(name, tensor)));
    return parts;
  }

  private Part part(String name, Tensor tensor) {
    List<Long> shape = new ArrayList<>();
    for (long size : tensor.sizes().vec().get()) {
      shape.add(size);
    }
    return new Part(name, type(tensor.scalar_type()), shape, Memory.of(onHost(tensor)));
  }

  private Tensor onHost(Tensor tensor) {
    if (tensor.device().is_cpu() && tensor.is_contiguous()) {
      return tensor;
    }
    try (var _ = new NoGradGuard()) {
      Tensor host = tensor.detach().to(new Device(DeviceType.CPU), tensor.scalar_type());
      Tensor copy = Lifetime.keepTensor(host.contiguous().clone());
      copies.put(tensor, copy);
      return copy;
    }
  }

  /// Takes back what was written into copies.
  public void restored() {
    try (var _ = new NoGradGuard()) {
      copies.forEach((tensor, copy) -> tensor.detach().copy_(copy));
    }
    copies.clear();
  }

  /// The type as safetensors spells it.
  private static String type(ScalarType type) {
    return switch (type.intern()) {
      case Float -> "F32";
      case Double -> "F64";
      case Half -> "F16";
      case BFloat16 -> "BF16";
      case Long -> "I64";
      case Int -> "I32";
      case Short -> "I16";
      case Char -> "I8";
      case Byte -> "U8";
      case Bool -> "BOOL";
      default ->
          throw new IllegalArgumentException(
              "tensors of type " + type.intern() + " cannot be live state");
    };
  }
}
