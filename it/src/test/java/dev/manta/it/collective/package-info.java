/// Groups of real processes that are killed and frozen.
@NullMarked
package dev.manta.it.collective;

import org.jspecify.annotations.NullMarked;
