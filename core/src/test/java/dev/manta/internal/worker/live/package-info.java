@NullMarked
package dev.manta.internal.worker.live;

import org.jspecify.annotations.NullMarked;
