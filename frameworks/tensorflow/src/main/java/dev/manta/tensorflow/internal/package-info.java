/// TensorFlow's native library, and tensors as memory.
@NullMarked
package dev.manta.tensorflow.internal;

import org.jspecify.annotations.NullMarked;
