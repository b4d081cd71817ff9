package dev.manta.data;

import java.lang.foreign.MemorySegment;

/// Where the columns of a batch are put: native memory that is freed, or used again, when the batch
/// is closed.
public interface Memory {
  /// At least these many bytes, aligned to 64; what they hold is undefined.
  MemorySegment allocate(long bytes);
}
