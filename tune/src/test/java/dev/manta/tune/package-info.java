@NullMarked
package dev.manta.tune;

import org.jspecify.annotations.NullMarked;
