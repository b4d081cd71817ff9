/// Runs whose storage is an object store: how fast their checkpoints travel, how soon they begin,
/// and what they cost in requests.
@NullMarked
package dev.manta.bench.stores;

import org.jspecify.annotations.NullMarked;
