/// Directories of files that a run can go on from.
@NullMarked
package dev.manta.checkpoint;

import org.jspecify.annotations.NullMarked;
