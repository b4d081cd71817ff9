package dev.manta.formats.parquet;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.manta.data.Bits;
import dev.manta.data.Column;
import dev.manta.data.Memory;
import java.lang.foreign.MemorySegment;

/// The lists of one depth of nesting, while levels are read: where each begins, and which are null.
final class Lists {
  private final int element;
  private final int[] starts;
  private final boolean[] valid;
  private int count;
  private boolean someNull;

  /// @param element the definition level from which a list has an element
  Lists(int element, int most) {
    this.element = element;
    this.starts = new int[most];
    this.valid = new boolean[most];
  }

  int element() {
    return element;
  }

  int count() {
    return count;
  }

  /// A list begins; just below the level of elements it is empty, lower it is null.
  void add(int definition, int start) {
    valid[count] = definition >= element - 1;
    someNull |= !valid[count];
    starts[count++] = start;
  }

  Column of(Column elements, Memory memory) {
    MemorySegment offsets = memory.allocate((count + 1L) * Integer.BYTES);
    MemorySegment.copy(starts, 0, offsets, JAVA_INT_UNALIGNED, 0, count);
    offsets.setAtIndex(JAVA_INT_UNALIGNED, count, elements.rows());
    return Column.list(count, someNull ? bits(memory) : null, offsets, elements);
  }

  private MemorySegment bits(Memory memory) {
    MemorySegment bits = memory.allocate(Bits.bytes(count));
    bits.fill((byte) 0);
    for (int i = 0; i < count; i++) {
      if (valid[i]) {
        Bits.set(bits, i);
      }
    }
    return bits;
  }
}
