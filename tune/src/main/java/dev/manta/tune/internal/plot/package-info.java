/// Plots of experiments, as texts and as SVG: pure functions of the results.
@NullMarked
package dev.manta.tune.internal.plot;

import org.jspecify.annotations.NullMarked;
