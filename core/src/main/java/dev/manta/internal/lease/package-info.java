/// The right to drive a run: a file that the kernel locks, and where several machines reach the run
/// an object that its driver renews.
@NullMarked
package dev.manta.internal.lease;

import org.jspecify.annotations.NullMarked;
