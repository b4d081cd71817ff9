/// What a process does with PyTorch before a training function enters it.
@NullMarked
package dev.manta.torch.internal.start;

import org.jspecify.annotations.NullMarked;
