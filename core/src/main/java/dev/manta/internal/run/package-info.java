/// The rules of a run: what follows from what. No clock, thread, file or socket.
@NullMarked
package dev.manta.internal.run;

import org.jspecify.annotations.NullMarked;
