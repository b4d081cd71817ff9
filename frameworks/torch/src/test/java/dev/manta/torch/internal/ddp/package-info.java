@NullMarked
package dev.manta.torch.internal.ddp;

import org.jspecify.annotations.NullMarked;
