/// What is done with rows of batches, whoever asks: gather, order, join, group, pack, spill. Knows
/// no units and no plans.
@NullMarked
package dev.manta.internal.data.rows;

import org.jspecify.annotations.NullMarked;
