/// LightGBM's native library: where it lies on this machine, and its functions.
@NullMarked
package dev.manta.lightgbm.internal.library;

import org.jspecify.annotations.NullMarked;
