package dev.manta.torch.internal.ddp;

import org.bytedeco.pytorch.Backend;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.nccl.ProcessGroupNCCL;

/// NCCL between GPUs. A class of its own, as its native library is there only with the CUDA jars.
final class NcclBackend {
  private NcclBackend() {}

  static Backend open(Store store, int rank, int ranks) {
    return new ProcessGroupNCCL(store, rank, ranks);
  }
}
