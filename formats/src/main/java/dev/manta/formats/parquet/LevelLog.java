package dev.manta.formats.parquet;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.manta.data.Bits;
import dev.manta.data.Column;
import dev.manta.data.Memory;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// The levels of a column's entries: which are null, and which begin a new row.
final class LevelLog {
  private final Leaf.Levels levels;
  private final byte[] definitions;
  private final byte[] repetitions;
  private boolean nulls;
  private int count;

  LevelLog(Leaf.Levels levels, int most) {
    this.levels = levels;
    this.definitions = new byte[levels.definition() == 0 ? 0 : most];
    this.repetitions = new byte[levels.repetition() == 0 ? 0 : most];
  }

  /// Entries with these levels; says how many have a value.
  int add(int[] definition, int[] repetition, int more) {
    int present = more;
    if (definitions.length > 0) {
      present = 0;
      for (int i = 0; i < more; i++) {
        definitions[count + i] = (byte) definition[i];
        present += definition[i] == levels.definition() ? 1 : 0;
      }
      nulls |= present < more;
    }
    for (int i = 0; i < more && repetitions.length > 0; i++) {
      repetitions[count + i] = (byte) repetition[i];
    }
    count += more;
    return present;
  }

  /// Entries that all have a value and are rows of their own.
  void addPresent(int more) {
    if (definitions.length > 0) {
      Arrays.fill(definitions, count, count + more, (byte) levels.definition());
    }
    count += more;
  }

  int count() {
    return count;
  }

  Column column(Values values, int rows, Memory memory) {
    return levels.repetition() == 0 ? flat(values, memory) : lists(values, rows, memory);
  }

  private Column flat(Values values, Memory memory) {
    if (!nulls) {
      return values.column(Present.all(count), memory);
    }
    byte[] flags = new byte[count];
    for (int i = 0; i < count; i++) {
      flags[i] = (byte) (definitions[i] == levels.definition() ? 1 : 0);
    }
    return values.column(new Present(count, flags), memory);
  }

  /// An entry below the level of elements stands for a list that is empty or null.
  private Column lists(Values values, int rows, Memory memory) {
    MemorySegment offsets = memory.allocate((rows + 1L) * Integer.BYTES);
    MemorySegment valid = memory.allocate(Bits.bytes(rows));
    valid.fill((byte) 0);
    byte[] flags = new byte[count];
    int elements = 0;
    int row = -1;
    boolean someNull = false;
    boolean someNullElement = false;
    for (int i = 0; i < count; i++) {
      if (repetitions[i] == 0) {
        offsets.setAtIndex(JAVA_INT_UNALIGNED, ++row, elements);
        if (definitions[i] >= levels.element() - 1) {
          Bits.set(valid, row);
        } else {
          someNull = true;
        }
      }
      if (definitions[i] >= levels.element()) {
        boolean present = definitions[i] == levels.definition();
        someNullElement |= !present;
        flags[elements++] = (byte) (present ? 1 : 0);
      }
    }
    if (row + 1 != rows) {
      throw new IllegalArgumentException("%d lists for %d rows".formatted(row + 1, rows));
    }
    offsets.setAtIndex(JAVA_INT_UNALIGNED, rows, elements);
    var present = someNullElement ? new Present(elements, flags) : Present.all(elements);
    return Column.list(rows, someNull ? valid : null, offsets, values.column(present, memory));
  }
}
