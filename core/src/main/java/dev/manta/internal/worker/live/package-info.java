/// Live state in a worker: what a training function registered, copies of it in memory, snapshots,
/// and where it is restored from.
@NullMarked
package dev.manta.internal.worker.live;

import org.jspecify.annotations.NullMarked;
