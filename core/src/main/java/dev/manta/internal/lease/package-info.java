/// The right to drive a run: a file that the kernel locks, and on remote storage an object that the
/// driver renews.
@NullMarked
package dev.manta.internal.lease;

import org.jspecify.annotations.NullMarked;
