/// Experiments whose drivers are killed.
@NullMarked
package dev.manta.it.tune;

import org.jspecify.annotations.NullMarked;
