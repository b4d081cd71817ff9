/// `manta bench`: which benchmarks there are, and how their results are shown.
@NullMarked
package dev.manta.bench.command;

import org.jspecify.annotations.NullMarked;
