@NullMarked
package dev.manta.internal.checkpoint;

import org.jspecify.annotations.NullMarked;
