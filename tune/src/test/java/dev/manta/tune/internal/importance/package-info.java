@NullMarked
package dev.manta.tune.internal.importance;

import org.jspecify.annotations.NullMarked;
