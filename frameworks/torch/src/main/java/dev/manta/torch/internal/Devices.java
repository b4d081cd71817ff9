package dev.manta.torch.internal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.torch.internal.cuda.Cuda;
import org.bytedeco.pytorch.Device;

/// Devices by the names that Manta gives them.
public final class Devices {
  private static final String CUDA = "cuda";

  private Devices() {}

  /// `cpu`, or `cuda:0` where this libtorch can use it. A GPU is this thread's own from then on.
  public static Device named(String name) {
    Natives.load();
    Device device = Lifetime.keep(new Device(name));
    if (name.startsWith(CUDA)) {
      int index = Math.max(0, device.index());
      check(name, index, Cuda.isBuilt(), Cuda.isBuilt() ? Cuda.devices() : 0);
      Cuda.use(index);
    }
    return device;
  }

  static void check(String name, int index, boolean built, int count) {
    if (!built) {
      throw new MantaException(
          ErrorCode.USER,
          "this worker was given "
              + name
              + ", but its PyTorch has no CUDA: want pytorch for linux-x86_64-gpu (build with"
              + " -Pcuda) and the CUDA libraries, have the CPU build; or ask for no GPUs");
    }
    if (index >= count) {
      throw new MantaException(
          ErrorCode.USER,
          "this worker was given "
              + name
              + ", but the driver does not show it: want "
              + (index + 1)
              + " visible GPUs, have "
              + count
              + "; see what nvidia-smi lists, and CUDA_VISIBLE_DEVICES ("
              + System.getenv("CUDA_VISIBLE_DEVICES")
              + ")");
    }
  }
}
