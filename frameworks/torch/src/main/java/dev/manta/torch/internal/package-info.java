/// Native libraries and the lifetimes of native memory.
@NullMarked
package dev.manta.torch.internal;

import org.jspecify.annotations.NullMarked;
