@NullMarked
package dev.manta.torch.internal.start;

import org.jspecify.annotations.NullMarked;
