package dev.manta.torch.distributed;

/// What averages gradients over ranks.
public enum Backend {
  /// Manta's collectives: shared memory on one host, overlapped with backward across hosts. The
  /// default.
  MANTA,
  /// PyTorch's own `DistributedDataParallel` reducer over Gloo. Ranks in Python can take part.
  GLOO,
  /// PyTorch's reducer over NCCL; needs GPUs and the CUDA jars.
  NCCL
}
