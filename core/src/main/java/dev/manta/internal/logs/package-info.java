/// What workers print, in the storage of their run.
@NullMarked
package dev.manta.internal.logs;

import org.jspecify.annotations.NullMarked;
