/// Benchmarks of gradient boosting against its own native distributed runs.
@NullMarked
package dev.manta.bench.trees;

import org.jspecify.annotations.NullMarked;
