@NullMarked
package dev.manta.tune.internal.space;

import org.jspecify.annotations.NullMarked;
