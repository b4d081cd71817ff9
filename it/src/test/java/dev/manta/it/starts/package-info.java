/// Programs that have their own way to start.
@NullMarked
package dev.manta.it.starts;

import org.jspecify.annotations.NullMarked;
