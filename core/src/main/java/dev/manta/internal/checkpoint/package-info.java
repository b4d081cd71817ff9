/// Checkpoints in storage: parts and manifests written, found, verified, kept and deleted.
@NullMarked
package dev.manta.internal.checkpoint;

import org.jspecify.annotations.NullMarked;
