/// The algorithms behind schedulers.
@NullMarked
package dev.manta.tune.internal.schedule;

import org.jspecify.annotations.NullMarked;
