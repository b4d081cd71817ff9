/// Operators that JavaCPP's presets do not map, called through PyTorch's dispatcher.
@NullMarked
package dev.manta.torch.internal.ops;

import org.jspecify.annotations.NullMarked;
