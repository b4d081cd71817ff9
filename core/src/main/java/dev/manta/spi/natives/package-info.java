/// Native libraries of frameworks: where they are unpacked, once for all processes of a user, and
/// which jars they come from.
@NullMarked
package dev.manta.spi.natives;

import org.jspecify.annotations.NullMarked;
