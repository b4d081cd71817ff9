/// Named tensors in a file: the safetensors format, without any tensor library.
@NullMarked
package dev.manta.internal.tensors;

import org.jspecify.annotations.NullMarked;
