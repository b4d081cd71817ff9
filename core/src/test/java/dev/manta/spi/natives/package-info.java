@NullMarked
package dev.manta.spi.natives;

import org.jspecify.annotations.NullMarked;
