@NullMarked
package dev.manta.tensorflow.internal.start;

import org.jspecify.annotations.NullMarked;
