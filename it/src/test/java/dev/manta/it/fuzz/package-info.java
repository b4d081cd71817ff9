@NullMarked
package dev.manta.it.fuzz;

import org.jspecify.annotations.NullMarked;
