/// JSON: text to values and back, and records bound to it.
@NullMarked
package dev.manta.spi.json;

import org.jspecify.annotations.NullMarked;
