/// Programs that train with TensorFlow.
@NullMarked
package dev.manta.examples.tensorflow;

import org.jspecify.annotations.NullMarked;
