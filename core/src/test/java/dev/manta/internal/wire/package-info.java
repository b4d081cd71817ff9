@NullMarked
package dev.manta.internal.wire;

import org.jspecify.annotations.NullMarked;
