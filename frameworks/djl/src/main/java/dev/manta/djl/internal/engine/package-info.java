/// DJL's engine: its native libraries, and memory of arrays.
@NullMarked
package dev.manta.djl.internal.engine;

import org.jspecify.annotations.NullMarked;
