/// Checkpoints: directories of files that exist once a control record names the hash of their
/// manifest.
@NullMarked
package dev.manta.checkpoint;

import org.jspecify.annotations.NullMarked;
