package dev.manta.formats.parquet;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import dev.manta.data.Wanted;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Reads the wanted columns of a row group.
record RowGroupReader(Location file, Footer footer, Footer.RowGroup group, String place) {
  /// Columns that are nearer to each other than this are read at once.
  private static final long GAP = 256 << 10;

  /// As much as that is read at once, so that row groups of any size need little space.
  private static final long READ_MAX = 4 << 20;

  Batch read(Wanted wanted, Memory memory) {
    List<Integer> columns = columns(wanted);
    List<Field> fields = new ArrayList<>();
    List<Column> decoded = new ArrayList<>();
    int next = 0;
    while (next < columns.size()) {
      int last = together(columns, next);
      decode(columns.subList(next, last), fields, decoded, memory);
      next = last;
    }
    return Batch.of(Schema.of(fields), decoded, Math.toIntExact(group.rows()), memory);
  }

  private List<Integer> columns(Wanted wanted) {
    List<Integer> columns = new ArrayList<>();
    for (int i = 0; i < footer.leaves().size(); i++) {
      Leaf leaf = footer.leaves().get(i);
      if (wanted.wants(leaf.name())) {
        columns.add(i);
      }
    }
    return columns;
  }

  /// The end of those that are read at once.
  private int together(List<Integer> columns, int first) {
    Chunk begin = group.chunks().get(columns.get(first));
    long end = begin.start() + begin.bytes();
    int next = first + 1;
    while (next < columns.size()) {
      Chunk chunk = group.chunks().get(columns.get(next));
      long gap = chunk.start() - end;
      if (gap < 0 || gap > GAP || chunk.start() + chunk.bytes() - begin.start() > READ_MAX) {
        break;
      }
      end = chunk.start() + chunk.bytes();
      next++;
    }
    return next;
  }

  private void decode(List<Integer> columns, List<Field> fields, List<Column> into, Memory memory) {
    Chunk last = group.chunks().get(columns.getLast());
    long from = group.chunks().get(columns.getFirst()).start();
    long end = last.start() + last.bytes();
    if (end < from || end - from > Integer.MAX_VALUE) {
      throw new MantaException(
          ErrorCode.STORAGE,
          "%s: its columns lie at bytes %s to %s; the file is damaged".formatted(place, from, end));
    }
    int size = (int) (end - from);
    MemorySegment stored = Scratch.ofThread().chunks(size);
    Storages.at(file).read(file, from, stored);
    for (int index : columns) {
      Leaf leaf = footer.leaves().get(index);
      Chunk chunk = group.chunks().get(index);
      MemorySegment pages = stored.asSlice(chunk.start() - from, chunk.bytes());
      Column column = decode(leaf, chunk, pages, memory);
      fields.add(new Field(leaf.name(), column.type()));
      into.add(column);
    }
  }

  private Column decode(Leaf leaf, Chunk chunk, MemorySegment pages, Memory memory) {
    int at = 0;
    try {
      var reader = new ChunkReader(leaf, chunk, pages, memory, Scratch.ofThread());
      try {
        return reader.read(Math.toIntExact(group.rows()), memory);
      } finally {
        at = reader.at();
      }
    } catch (RuntimeException e) {
      throw new MantaException(
          ErrorCode.STORAGE,
          "%s, column \"%s\", page at byte %s: %s; the file is damaged, or written in a way that is not read"
              .formatted(place, leaf.name(), chunk.start() + at, e.getMessage()),
          e);
    }
  }

  /// No rows, with the columns that there would be.
  static Batch empty(Footer footer, Wanted wanted, Memory memory) {
    List<Field> fields = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (Leaf leaf : footer.leaves()) {
      if (wanted.wants(leaf.name())) {
        Type type = leaf.columnType();
        fields.add(new Field(leaf.name(), type));
        columns.add(new dev.manta.data.ColumnBuilder(type).build(memory));
      }
    }
    return Batch.of(Schema.of(fields), columns, 0, memory);
  }
}
