/// Shows an experiment to the person who started it; the only package of this module that prints.
@NullMarked
package dev.manta.tune.internal.console;

import org.jspecify.annotations.NullMarked;
