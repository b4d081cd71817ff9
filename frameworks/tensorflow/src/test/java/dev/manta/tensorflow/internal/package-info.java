@NullMarked
package dev.manta.tensorflow.internal;

import org.jspecify.annotations.NullMarked;
