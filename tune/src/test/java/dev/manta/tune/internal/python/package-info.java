@NullMarked
package dev.manta.tune.internal.python;

import org.jspecify.annotations.NullMarked;
