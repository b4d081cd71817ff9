/// Experiments beside those of Optuna and Ray Tune.
@NullMarked
package dev.manta.bench.tune;

import org.jspecify.annotations.NullMarked;
