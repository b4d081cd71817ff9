/// Trials in worker processes that are used again: the driver's end, the worker's, and what they
/// say to each other.
@NullMarked
package dev.manta.tune.internal.pool;

import org.jspecify.annotations.NullMarked;
