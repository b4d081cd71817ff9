/// What came of an experiment, as texts.
@NullMarked
package dev.manta.tune.internal.result;

import org.jspecify.annotations.NullMarked;
