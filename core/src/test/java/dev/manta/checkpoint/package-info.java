@NullMarked
package dev.manta.checkpoint;

import org.jspecify.annotations.NullMarked;
