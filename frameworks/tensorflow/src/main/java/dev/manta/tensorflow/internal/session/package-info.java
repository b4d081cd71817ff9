/// What one training function has of TensorFlow: its graph, its session, its live state.
@NullMarked
package dev.manta.tensorflow.internal.session;

import org.jspecify.annotations.NullMarked;
