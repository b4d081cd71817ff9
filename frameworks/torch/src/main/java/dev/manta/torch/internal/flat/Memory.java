package dev.manta.torch.internal.flat;

import dev.manta.collective.ElementType;
import dev.manta.torch.internal.Lifetime;
import java.lang.foreign.MemorySegment;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Tensors as memory and memory as tensors, without a copy.
public final class Memory {
  private Memory() {}

  /// The memory of a contiguous tensor on the host; valid while the tensor lives.
  public static MemorySegment of(Tensor tensor) {
    return MemorySegment.ofAddress(tensor.data_ptr().address()).reinterpret(tensor.nbytes());
  }

  /// A tensor over memory, which must outlive it.
  public static Tensor tensor(MemorySegment memory, ScalarType type, long... shape) {
    var options = new TensorOptions(type);
    return Lifetime.keepTensor(torch.from_blob(new At(memory.address()), shape, options));
  }

  /// The type as collectives name it.
  public static ElementType type(ScalarType type) {
    return switch (type.intern()) {
      case Float -> ElementType.F32;
      case Double -> ElementType.F64;
      case Half -> ElementType.F16;
      case BFloat16 -> ElementType.BF16;
      case Long -> ElementType.I64;
      case Int -> ElementType.I32;
      default ->
          throw new IllegalArgumentException(
              "tensors of type " + type.intern() + " cannot be averaged over ranks");
    };
  }

  /// A bare address.
  private static final class At extends Pointer {
    At(long at) {
      address = at;
    }
  }
}
