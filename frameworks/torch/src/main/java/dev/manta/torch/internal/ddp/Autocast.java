package dev.manta.torch.internal.ddp;

import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Lower precision where operators allow it, on this thread, until closed.
///
/// Weights that were converted are kept for the next operator without a note of their type, so a
/// scope within another one forgets them when it begins and ends.
public final class Autocast implements AutoCloseable {
  private final DeviceType device;
  private final boolean before;
  private final ScalarType typeBefore;

  private Autocast(DeviceType device, ScalarType type) {
    this.device = device;
    this.before = torch.is_autocast_enabled(device);
    this.typeBefore = torch.get_autocast_dtype(device);
    torch.set_autocast_enabled(device, true);
    torch.set_autocast_dtype(device, type);
    torch.increment_nesting();
    torch.clear_cache();
  }

  /// Computes in this type, which has half the bits of a float.
  public static Autocast of(Device device, ScalarType type) {
    if (type.intern() != ScalarType.BFloat16 && type.intern() != ScalarType.Half) {
      throw new IllegalArgumentException(
          "autocast computes in BFloat16 or Half, not in " + type.intern());
    }
    return new Autocast(device.is_cpu() ? DeviceType.CPU : DeviceType.CUDA, type);
  }

  @Override
  public void close() {
    torch.decrement_nesting();
    torch.clear_cache();
    torch.set_autocast_dtype(device, typeBefore);
    torch.set_autocast_enabled(device, before);
  }
}
