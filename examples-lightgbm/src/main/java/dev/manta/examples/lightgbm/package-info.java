/// Programs that train with LightGBM.
@NullMarked
package dev.manta.examples.lightgbm;

import org.jspecify.annotations.NullMarked;
