/// Native libraries of frameworks: where they are unpacked, once for all processes of a user, which
/// jars they come from, and calls of their functions.
@NullMarked
package dev.manta.spi.natives;

import org.jspecify.annotations.NullMarked;
