/// What a process does with TensorFlow before a training function enters it, and how errors are
/// told.
@NullMarked
package dev.manta.tensorflow.internal.start;

import org.jspecify.annotations.NullMarked;
