/// The function of a trial while it runs, in a thread or a process of its own.
@NullMarked
package dev.manta.tune.internal.trial;

import org.jspecify.annotations.NullMarked;
