@NullMarked
package dev.manta.tune.internal.plot;

import org.jspecify.annotations.NullMarked;
