/// A module tree in Java over libtorch's functional operators: no native module is ever made, so
/// none can be freed twice.
@NullMarked
package dev.manta.torch.nn;

import org.jspecify.annotations.NullMarked;
