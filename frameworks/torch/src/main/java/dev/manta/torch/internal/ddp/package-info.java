/// Data-parallel training: one replica per rank, gradients averaged over ranks.
@NullMarked
package dev.manta.torch.internal.ddp;

import org.jspecify.annotations.NullMarked;
