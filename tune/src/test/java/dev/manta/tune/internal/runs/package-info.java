@NullMarked
package dev.manta.tune.internal.runs;

import org.jspecify.annotations.NullMarked;
