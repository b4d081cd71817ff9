@NullMarked
package dev.manta.spi.tensors;

import org.jspecify.annotations.NullMarked;
