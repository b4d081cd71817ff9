package dev.manta.torch.internal.ddp;

import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Lower precision where operators allow it, on this thread, until closed.
public final class Autocast implements AutoCloseable {
  private final DeviceType device;
  private final boolean before;

  private Autocast(DeviceType device) {
    this.device = device;
    this.before = torch.is_autocast_enabled(device);
    torch.set_autocast_enabled(device, true);
    torch.set_autocast_dtype(device, ScalarType.BFloat16);
    torch.increment_nesting();
  }

  public static Autocast bfloat16(Device device) {
    return new Autocast(device.is_cpu() ? DeviceType.CPU : DeviceType.CUDA);
  }

  @Override
  public void close() {
    if (torch.decrement_nesting() == 0) {
      torch.clear_cache();
    }
    torch.set_autocast_enabled(device, before);
  }
}
