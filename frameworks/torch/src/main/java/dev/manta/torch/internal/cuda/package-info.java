/// PyTorch on NVIDIA GPUs. Nothing here is touched where PyTorch is built for CPUs only.
@NullMarked
package dev.manta.torch.internal.cuda;

import org.jspecify.annotations.NullMarked;
