/// What a worker logs: the logger of a training function, and `java.util.logging` as lines.
@NullMarked
package dev.manta.internal.worker.log;

import org.jspecify.annotations.NullMarked;
