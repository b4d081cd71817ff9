/// What a run costs: its start, its reports, its memory.
@NullMarked
package dev.manta.bench.train;

import org.jspecify.annotations.NullMarked;
