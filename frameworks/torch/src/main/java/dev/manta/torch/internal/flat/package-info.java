/// Parameters side by side in one piece of memory, and tensors as parts of live state.
@NullMarked
package dev.manta.torch.internal.flat;

import org.jspecify.annotations.NullMarked;
