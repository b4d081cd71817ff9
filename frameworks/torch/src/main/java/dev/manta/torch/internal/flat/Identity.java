package dev.manta.torch.internal.flat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bytedeco.pytorch.Tensor;

/// Which tensor it is: JavaCPP makes a new pointer to the same one each time a module is asked for
/// its parameters. Holds while the tensor lives.
///
/// @param address of what all pointers to it share
public record Identity(long address) {
  /// Of one tensor.
  public static Identity of(Tensor tensor) {
    return new Identity(tensor.unsafeGetTensorImpl().address());
  }

  /// Of several.
  public static Set<Identity> of(List<Tensor> tensors) {
    return tensors.stream().map(Identity::of).collect(Collectors.toUnmodifiableSet());
  }
}
