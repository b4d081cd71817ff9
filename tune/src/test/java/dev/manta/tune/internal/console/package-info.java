@NullMarked
package dev.manta.tune.internal.console;

import org.jspecify.annotations.NullMarked;
