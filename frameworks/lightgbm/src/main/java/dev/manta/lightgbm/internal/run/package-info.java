/// The training function of the trainer: rounds, early stopping, checkpoints, continuation.
@NullMarked
package dev.manta.lightgbm.internal.run;

import org.jspecify.annotations.NullMarked;
