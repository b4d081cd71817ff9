/// The one package of core that prints: a live view of a run on a terminal, plain lines elsewhere.
@NullMarked
package dev.manta.internal.console;

import org.jspecify.annotations.NullMarked;
