/// Searchers of Python libraries: points as numbers, and the process that suggests them.
@NullMarked
package dev.manta.tune.internal.python;

import org.jspecify.annotations.NullMarked;
