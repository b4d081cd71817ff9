/// Optimizers on PyTorch's fused operators, and schedules of learning rates.
@NullMarked
package dev.manta.torch.optim;

import org.jspecify.annotations.NullMarked;
