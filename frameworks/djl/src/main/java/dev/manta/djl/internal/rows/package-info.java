/// Rows as DJL's batches.
@NullMarked
package dev.manta.djl.internal.rows;

import org.jspecify.annotations.NullMarked;
