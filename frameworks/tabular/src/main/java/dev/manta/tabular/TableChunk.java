package dev.manta.tabular;

import java.lang.foreign.MemorySegment;

/// Some rows of a [Table].
///
/// @param features one row after the other in 32-bit floats; NaN where a value is missing, codes
///   where it is a category. Never written to.
public record TableChunk(int rows, MemorySegment features) {}
