/// Metrics of runs as curves of a bounded size.
@NullMarked
package dev.manta.dashboard.internal.curve;

import org.jspecify.annotations.NullMarked;
