/// LightGBM over the workers of a run.
@NullMarked
package dev.manta.lightgbm;

import org.jspecify.annotations.NullMarked;
