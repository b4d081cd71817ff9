package dev.manta.torch.io;

import dev.manta.torch.internal.flat.LiveTensors;
import dev.manta.torch.nn.Module;
import dev.manta.train.InPlace;
import dev.manta.train.Part;
import java.util.List;

/// A module's state dict as live state.
final class ModuleState implements InPlace {
  private final LiveTensors tensors;

  ModuleState(Module module) {
    tensors = new LiveTensors(module.stateDict());
  }

  @Override
  public List<Part> parts() {
    return tensors.parts();
  }

  @Override
  public void restored() {
    tensors.restored();
  }
}
