/// Hyperparameter search: spaces, searchers, schedulers, studies.
@NullMarked
package dev.manta.tune;

import org.jspecify.annotations.NullMarked;
