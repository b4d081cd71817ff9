/// Passes over a dataset: lanes read ahead, batches made of them, all ranks in step.
@NullMarked
package dev.manta.internal.data.pass;

import org.jspecify.annotations.NullMarked;
