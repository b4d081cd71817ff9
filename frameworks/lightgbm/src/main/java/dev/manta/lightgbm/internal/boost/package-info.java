/// Datasets and boosters in native memory.
@NullMarked
package dev.manta.lightgbm.internal.boost;

import org.jspecify.annotations.NullMarked;
