@NullMarked
package dev.manta.bench.tune;

import org.jspecify.annotations.NullMarked;
