@NullMarked
package dev.manta.internal.worker.log;

import org.jspecify.annotations.NullMarked;
