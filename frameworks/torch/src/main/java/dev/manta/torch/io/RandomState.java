package dev.manta.torch.io;

import dev.manta.torch.internal.Natives;
import java.nio.file.Path;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.DeviceType;

/// The state of PyTorch's generator of random numbers on this rank, as a file.
final class RandomState {
  private static final String NAME = "cpu";

  private RandomState() {}

  static void write(Path file) {
    try (var _ = new PointerScope()) {
      SafeTensors.of(Map.of(NAME, generator().get_state())).write(file);
    }
  }

  static void read(Path file) {
    try (var _ = new PointerScope()) {
      Tensor state = SafeTensors.read(file).tensors().get(NAME);
      if (state != null) {
        generator().set_state(state.clone());
      }
    }
  }

  private static Generator generator() {
    Natives.load();
    return torch.globalContext().defaultGenerator(new Device(DeviceType.CPU));
  }
}
