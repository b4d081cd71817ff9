@NullMarked
package dev.manta.spi.json;

import org.jspecify.annotations.NullMarked;
