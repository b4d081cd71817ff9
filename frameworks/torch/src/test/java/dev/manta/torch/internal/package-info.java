@NullMarked
package dev.manta.torch.internal;

import org.jspecify.annotations.NullMarked;
