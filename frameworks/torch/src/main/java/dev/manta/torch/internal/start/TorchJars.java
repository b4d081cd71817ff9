package dev.manta.torch.internal.start;

import dev.manta.spi.natives.HoldingJars;
import java.nio.file.Path;
import java.util.List;

/// The jars that PyTorch's classes and native libraries come from, found without loading anything.
final class TorchJars {
  private static final List<String> HELD =
      List.of(
          "dev/manta/torch/internal/start/TorchJars.class",
          "org/bytedeco/javacpp/Loader.class",
          "org/bytedeco/javacpp/linux-x86_64/libjnijavacpp.so",
          "org/bytedeco/openblas/global/openblas.class",
          "org/bytedeco/openblas/linux-x86_64/libjniopenblas.so",
          "org/bytedeco/pytorch/Tensor.class",
          "org/bytedeco/pytorch/linux-x86_64/libjnitorch.so",
          "org/bytedeco/pytorch/linux-x86_64-gpu/libjnitorch.so",
          "org/bytedeco/cuda/global/cudart.class",
          "org/bytedeco/cuda/linux-x86_64/libjnicudart.so");

  private TorchJars() {}

  static List<Path> all() {
    return HoldingJars.of(TorchJars.class.getClassLoader(), HELD);
  }
}
