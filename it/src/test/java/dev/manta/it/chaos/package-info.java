@NullMarked
package dev.manta.it.chaos;

import org.jspecify.annotations.NullMarked;
