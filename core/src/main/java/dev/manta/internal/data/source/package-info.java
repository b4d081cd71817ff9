/// Sources that need no library: ranges, rows in memory, generators, lines, CSV, JSON, NumPy, whole
/// files.
@NullMarked
package dev.manta.internal.data.source;

import org.jspecify.annotations.NullMarked;
