/// How long a run stands still when a worker is killed, and what commits cost.
@NullMarked
package dev.manta.bench.recovery;

import org.jspecify.annotations.NullMarked;
