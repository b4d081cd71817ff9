package dev.manta.torch.internal;

import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.cuda.CUDAEvent;
import org.bytedeco.pytorch.cuda.CUDAStream;
import org.bytedeco.pytorch.global.torch_cuda;

/// Copies to a GPU beside its computing: from pinned memory, on a stream of their own. The stream
/// that computes waits for a copy only when it comes to what follows it.
public final class SideStream {
  private static final MemoryFormatOptional ANY_FORMAT = Lifetime.keep(new MemoryFormatOptional());

  private final Device device;
  private final CUDAStream side;
  private final CUDAEvent copied = Lifetime.keep(new CUDAEvent());

  public SideStream(Device device) {
    this.device = device;
    this.side = Lifetime.keep(torch_cuda.getStreamFromPool(false, device.index()));
  }

  /// Where copies happen.
  CUDAStream stream() {
    return side;
  }

  /// The tensor on the GPU; the copy may still be under way.
  public Tensor copy(Tensor host) {
    CUDAStream computing = torch_cuda.getCurrentCUDAStream(device.index());
    Tensor pinned = host.pin_memory();
    torch_cuda.setCurrentCUDAStream(side);
    Tensor moved;
    try {
      moved = pinned.to(device, host.scalar_type(), true, false, ANY_FORMAT);
      copied.record(side);
    } finally {
      torch_cuda.setCurrentCUDAStream(computing);
    }
    copied.block(computing);
    moved.record_stream(computing.unwrap());
    return moved;
  }
}
