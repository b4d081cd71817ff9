/// Rules of when to stop.
@NullMarked
package dev.manta.tune.internal.stop;

import org.jspecify.annotations.NullMarked;
