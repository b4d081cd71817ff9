/// What a process does before it trains.
@NullMarked
package dev.manta.lightgbm.internal.start;

import org.jspecify.annotations.NullMarked;
