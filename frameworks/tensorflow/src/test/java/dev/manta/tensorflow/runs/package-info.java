/// Runs that train with TensorFlow.
@NullMarked
package dev.manta.tensorflow.runs;

import org.jspecify.annotations.NullMarked;
