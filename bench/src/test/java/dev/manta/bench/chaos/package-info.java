@NullMarked
package dev.manta.bench.chaos;

import org.jspecify.annotations.NullMarked;
