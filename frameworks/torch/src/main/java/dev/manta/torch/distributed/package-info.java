/// What averages gradients over ranks.
@NullMarked
package dev.manta.torch.distributed;

import org.jspecify.annotations.NullMarked;
