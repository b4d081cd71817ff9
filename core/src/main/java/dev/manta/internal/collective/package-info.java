/// The transports behind the collectives port: shared memory, TCP, and both.
///
/// Start reading at [Engine] (what a transport does) and [dev.manta.internal.collective.fold.Fold]
/// (how values become one).
@NullMarked
package dev.manta.internal.collective;

import org.jspecify.annotations.NullMarked;
