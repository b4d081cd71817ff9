/// Batches as Arrow writes them: fields, bodies, streams.
@NullMarked
package dev.manta.spi.arrow;

import org.jspecify.annotations.NullMarked;
