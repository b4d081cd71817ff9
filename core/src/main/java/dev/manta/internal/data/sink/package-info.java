/// Sinks that need no library.
@NullMarked
package dev.manta.internal.data.sink;

import org.jspecify.annotations.NullMarked;
