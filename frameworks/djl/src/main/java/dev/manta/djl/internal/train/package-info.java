/// One rank's part of a training: whose gradients are averaged, whose state is kept.
@NullMarked
package dev.manta.djl.internal.train;

import org.jspecify.annotations.NullMarked;
