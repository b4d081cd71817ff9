/// Units of work: what reads and transforms some rows, the same whenever it is asked; and exchanges
/// of rows between units.
@NullMarked
package dev.manta.internal.data.unit;

import org.jspecify.annotations.NullMarked;
