/// What a process does before it trains.
@NullMarked
package dev.manta.djl.internal.start;

import org.jspecify.annotations.NullMarked;
