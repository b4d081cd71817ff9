/// Trials that are runs of a trainer.
@NullMarked
package dev.manta.tune.internal.runs;

import org.jspecify.annotations.NullMarked;
