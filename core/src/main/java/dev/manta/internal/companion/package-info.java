/// The companion of ranks that are not JVMs: one process per node and run, which reads datasets and
/// reaches remote storage for all of them.
@NullMarked
package dev.manta.internal.companion;

import org.jspecify.annotations.NullMarked;
