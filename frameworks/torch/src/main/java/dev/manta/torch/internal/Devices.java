package dev.manta.torch.internal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.global.torch;

/// Devices by the names that Manta gives them.
public final class Devices {
  private Devices() {}

  /// `cpu`, or `cuda:0` where this libtorch can use CUDA.
  public static Device named(String name) {
    Natives.load();
    if (name.startsWith("cuda") && !hasCuda()) {
      throw new MantaException(
          ErrorCode.USER,
          "this worker was given "
              + name
              + ", but its PyTorch cannot use CUDA: want pytorch for linux-x86_64-gpu (build with"
              + " -Pcuda) and the CUDA libraries on LD_LIBRARY_PATH, have the CPU build; or ask for"
              + " no GPUs");
    }
    return Lifetime.keep(new Device(name));
  }

  /// The jar for CUDA comes with a library of its own, which has to be loaded.
  private static boolean hasCuda() {
    try {
      Loader.load(Class.forName("org.bytedeco.pytorch.global.torch_cuda"));
      return torch.hasCUDA();
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}
