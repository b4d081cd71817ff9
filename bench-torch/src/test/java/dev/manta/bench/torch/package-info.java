@NullMarked
package dev.manta.bench.torch;

import org.jspecify.annotations.NullMarked;
