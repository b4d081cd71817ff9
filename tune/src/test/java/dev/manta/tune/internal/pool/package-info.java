@NullMarked
package dev.manta.tune.internal.pool;

import org.jspecify.annotations.NullMarked;
