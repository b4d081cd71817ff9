@NullMarked
package dev.manta.tune.internal.experiment;

import org.jspecify.annotations.NullMarked;
