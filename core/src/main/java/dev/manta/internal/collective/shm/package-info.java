/// Collectives over shared memory: between the processes of one host, or the threads of one
/// process.
@NullMarked
package dev.manta.internal.collective.shm;

import org.jspecify.annotations.NullMarked;
