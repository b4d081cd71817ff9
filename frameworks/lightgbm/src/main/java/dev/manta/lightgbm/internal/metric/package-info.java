/// Metrics over all ranks.
@NullMarked
package dev.manta.lightgbm.internal.metric;

import org.jspecify.annotations.NullMarked;
