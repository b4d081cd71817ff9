package dev.manta.torch.runs;

import dev.manta.torch.internal.Natives;
import dev.manta.torch.internal.cuda.Cuda;
import dev.manta.torch.internal.start.TorchFramework;
import org.bytedeco.pytorch.global.torch;

/// A process that gets warm before it is given a GPU, as spares do; here it is given none.
public final class GpuSpare {
  private GpuSpare() {}

  /// Says how many GPUs it sees afterwards.
  public static void main(String[] args) {
    var framework = new TorchFramework();
    framework.preload();
    framework.warm();
    Natives.load();
    torch.set_env("CUDA_VISIBLE_DEVICES", "", true);
    System.out.println("sees " + Cuda.devices());
  }
}
