/// How variables follow averaged gradients.
@NullMarked
package dev.manta.tensorflow.optim;

import org.jspecify.annotations.NullMarked;
