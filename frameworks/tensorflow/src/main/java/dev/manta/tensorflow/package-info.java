/// TensorFlow over the workers of a run.
@NullMarked
package dev.manta.tensorflow;

import org.jspecify.annotations.NullMarked;
