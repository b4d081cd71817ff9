package dev.manta.torch.internal.cuda;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.manta.torch.internal.Devices;
import dev.manta.torch.internal.Natives;
import org.bytedeco.pytorch.Device;

/// The GPU of this machine; a test that needs one is skipped where there is none.
public final class Gpus {
  private Gpus() {}

  /// The first one.
  public static Device first() {
    assumeOne();
    return Devices.named("cuda:0");
  }

  /// Skips the test unless there is one.
  public static void assumeOne() {
    assumeTrue(Cuda.isBuilt(), "needs PyTorch for CUDA: build with -Pcuda");
    Natives.load();
    assumeTrue(Cuda.devices() > 0, "needs a GPU that the driver shows");
  }
}
