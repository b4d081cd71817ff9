/// A training function as names: read from a reference in the driver, called in the worker.
@NullMarked
package dev.manta.internal.loop;

import org.jspecify.annotations.NullMarked;
