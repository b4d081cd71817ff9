/// Tensors of live state: their types, where each lies in a file of state, and how such files are
/// read and written.
@NullMarked
package dev.manta.spi.tensors;

import org.jspecify.annotations.NullMarked;
