package dev.manta.formats.parquet;

import dev.manta.data.Column;
import dev.manta.data.Memory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The levels of a column's entries: which are null, and which begin a new row.
final class LevelLog {
  private final Leaf.Levels levels;
  private final int most;
  private final byte[] repetitions;
  private byte[] definitions = new byte[0];
  private boolean nulls;
  private int count;

  LevelLog(Leaf.Levels levels, int most) {
    this.levels = levels;
    this.most = most;
    this.repetitions = new byte[levels.repetition() == 0 ? 0 : most];
  }

  /// Entries with these levels; says how many have a value.
  int add(int[] definition, int[] repetition, int more) {
    int present = more;
    if (levels.definition() > 0) {
      present = 0;
      keepDefinitions();
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

  /// From here on: most columns have a value in every row, and no levels to keep.
  private void keepDefinitions() {
    if (definitions.length == 0) {
      definitions = new byte[most];
      Arrays.fill(definitions, (byte) levels.definition());
    }
  }

  /// Entries that all have a value and are rows of their own.
  void addPresent(int more) {
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

  /// The innermost lists hold values, all others hold lists.
  private Column lists(Values values, int rows, Memory memory) {
    List<Lists> depths = new ArrayList<>();
    for (int element : levels.elements()) {
      depths.add(new Lists(element, count));
    }
    byte[] flags = new byte[count];
    int elements = 0;
    for (int i = 0; i < count; i++) {
      begin(depths, repetitions[i], definitions[i], elements);
      if (definitions[i] >= depths.getLast().element()) {
        flags[elements++] = (byte) (definitions[i] == levels.definition() ? 1 : 0);
      }
    }
    if (depths.getFirst().count() != rows) {
      throw new IllegalArgumentException(
          "%s lists for %s rows".formatted(depths.getFirst().count(), rows));
    }
    Column column = values.column(present(flags, elements), memory);
    for (Lists each : depths.reversed()) {
      column = each.of(column, memory);
    }
    return column;
  }

  private static Present present(byte[] flags, int count) {
    for (int i = 0; i < count; i++) {
      if (flags[i] == 0) {
        return new Present(count, flags);
      }
    }
    return Present.all(count);
  }

  /// An entry begins a list at each depth from its repetition level on, as long as the list around
  /// has an element.
  private static void begin(List<Lists> depths, int repetition, int definition, int elements) {
    for (int depth = repetition; depth < depths.size(); depth++) {
      if (depth > 0 && definition < depths.get(depth - 1).element()) {
        return;
      }
      boolean innermost = depth + 1 == depths.size();
      depths.get(depth).add(definition, innermost ? elements : depths.get(depth + 1).count());
    }
  }
}
