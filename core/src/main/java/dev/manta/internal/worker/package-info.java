/// The other end: what runs in a worker process.
@NullMarked
package dev.manta.internal.worker;

import org.jspecify.annotations.NullMarked;
