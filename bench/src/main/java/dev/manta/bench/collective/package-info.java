/// Collectives against Gloo and Open MPI, and how fast a group notices a death.
@NullMarked
package dev.manta.bench.collective;

import org.jspecify.annotations.NullMarked;
