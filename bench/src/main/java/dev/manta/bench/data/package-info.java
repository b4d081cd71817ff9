/// Benchmarks of reading data.
@NullMarked
package dev.manta.bench.data;

import org.jspecify.annotations.NullMarked;
