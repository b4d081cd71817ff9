package dev.manta.formats.parquet;

import dev.manta.data.Bits;
import dev.manta.data.Memory;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Which of some rows have a value.
///
/// @param flags a 1 for each row with a value, or null where all have one
record Present(int rows, byte @Nullable [] flags) {
  static Present all(int rows) {
    return new Present(rows, null);
  }

  boolean isAll() {
    return flags == null;
  }

  boolean at(int row) {
    return flags == null || flags[row] != 0;
  }

  @Nullable MemorySegment bitmap(Memory memory) {
    if (flags == null) {
      return null;
    }
    MemorySegment bits = memory.allocate(Bits.bytes(rows));
    bits.fill((byte) 0);
    for (int i = 0; i < rows; i++) {
      if (flags[i] != 0) {
        Bits.set(bits, i);
      }
    }
    return bits;
  }
}
