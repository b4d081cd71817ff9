/// TensorFlow over the workers of a run, tried.
@NullMarked
package dev.manta.tensorflow;

import org.jspecify.annotations.NullMarked;
