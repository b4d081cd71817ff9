package dev.manta.torch.internal.ddp;

import dev.manta.collective.Collectives;
import dev.manta.collective.ElementType;
import dev.manta.collective.Values;
import dev.manta.torch.internal.flat.FlatBlock;
import dev.manta.torch.internal.flat.Memory;
import java.util.List;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.DeviceType;

/// A model's tensors in flat memory: what is trained, what is frozen, and buffers.
public record Replica(List<FlatBlock> trained, List<FlatBlock> frozen, List<FlatBlock> buffers) {
  /// Moves the tensors. Parameters that need no gradient now are never averaged.
  public static Replica of(List<Tensor> parameters, List<Tensor> buffers) {
    return new Replica(
        FlatBlock.adopt(parameters.stream().filter(Tensor::requires_grad).toList()),
        FlatBlock.adopt(parameters.stream().filter(each -> !each.requires_grad()).toList()),
        FlatBlock.adopt(buffers));
  }

  /// Gives every rank what rank 0 has.
  public void broadcast(Collectives group) {
    trained.forEach(block -> broadcast(group, block));
    frozen.forEach(block -> broadcast(group, block));
    broadcastBuffers(group);
  }

  /// Gives every rank rank 0's buffers: running means and the like.
  public void broadcastBuffers(Collectives group) {
    buffers.forEach(block -> broadcast(group, block));
  }

  private static void broadcast(Collectives group, FlatBlock block) {
    Tensor values = block.values();
    if (values.device().is_cpu()) {
      group.broadcast(bytes(values), 0);
      return;
    }
    try (var _ = new NoGradGuard()) {
      Tensor host = values.to(new Device(DeviceType.CPU), values.scalar_type());
      group.broadcast(bytes(host), 0);
      values.copy_(host);
    }
  }

  private static Values bytes(Tensor host) {
    return Values.of(Memory.of(host), ElementType.I8);
  }
}
