package dev.manta.formats.parquet;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What the end of a file says about the rest.
///
/// @param untyped which leaves have no type, as nothing but nulls was written
record Footer(List<Leaf> leaves, List<RowGroup> rowGroups, List<Boolean> untyped) {
  private static final int TAIL = 64 << 10;
  private static final int MAGIC = 4;

  /// The logical type of a column that was written without one.
  private static final int UNKNOWN = 11;

  /// Rows that are stored together; chunks are in the order of leaves.
  record RowGroup(long rows, long bytes, List<Chunk> chunks) {}

  static Footer read(Location at, long size) {
    try {
      return parse(tail(Storages.at(at), at, size), size);
    } catch (IllegalArgumentException
        | ArithmeticException
        | IndexOutOfBoundsException
        | ClassCastException e) {
      throw new MantaException(
          ErrorCode.STORAGE,
          "%s of %s bytes is not a Parquet file that can be read: %s"
              .formatted(at, size, e.getMessage()),
          e);
    }
  }

  /// The metadata with its length and magic: one read for most files, a second for large metadata.
  private static byte[] tail(Storage storage, Location at, long size) {
    if (size < 3L * MAGIC) {
      throw new IllegalArgumentException("it is too short");
    }
    byte[] tail = read(storage, at, Math.max(0, size - TAIL), size);
    requireMagic(tail);
    long length = length(tail);
    if (length < 1 || length > size - 3L * MAGIC) {
      throw new IllegalArgumentException("its metadata would have " + length + " bytes");
    }
    long whole = length + 2L * MAGIC;
    return whole <= tail.length ? tail : read(storage, at, size - whole, size);
  }

  /// The columns of which no row group has a value, as far as the file tells.
  Set<String> columnsOfNulls() {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < leaves.size(); i++) {
      if (untyped.get(i) || isOfNulls(i)) {
        names.add(leaves.get(i).name());
      }
    }
    return names;
  }

  private boolean isOfNulls(int column) {
    for (RowGroup group : rowGroups) {
      if (!group.chunks().get(column).isOfNulls()) {
        return false;
      }
    }
    return true;
  }

  /// The columns of its first rows, which tell how all are compressed.
  List<Chunk> firstChunks() {
    return rowGroups.isEmpty() ? List.of() : rowGroups.getFirst().chunks();
  }

  private static byte[] read(Storage storage, Location at, long from, long to) {
    byte[] bytes = new byte[Math.toIntExact(to - from)];
    storage.read(at, from, MemorySegment.ofArray(bytes));
    return bytes;
  }

  private static void requireMagic(byte[] tail) {
    int at = tail.length - MAGIC;
    boolean known = tail[at] == 'P' && tail[at + 1] == 'A' && tail[at + 2] == 'R';
    requirePlain(known && tail[at + 3] == 'E');
    if (!known || tail[at + 3] != '1') {
      throw new IllegalArgumentException("it does not end with PAR1");
    }
  }

  private static void requirePlain(boolean encrypted) {
    if (encrypted) {
      throw new IllegalArgumentException(
          "it is encrypted, which is not read: write it without encryption");
    }
  }

  private static long length(byte[] tail) {
    int at = tail.length - 2 * MAGIC;
    return Little.u32(tail, at);
  }

  private static Footer parse(byte[] tail, long size) {
    int end = tail.length - 2 * MAGIC;
    int from = end - (int) length(tail);
    Thrift.Struct file = new Thrift(tail, from, end).struct();
    requirePlain(file.has(8));
    List<Leaf> leaves = SchemaTree.leaves(file.structs(2));
    if (leaves.stream().anyMatch(leaf -> leaf.name().isBlank())) {
      throw new IllegalArgumentException("a column has no name: write it again with one");
    }
    List<RowGroup> groups = new ArrayList<>();
    for (Thrift.Struct group : file.structs(4)) {
      groups.add(group(group, leaves, size));
    }
    return new Footer(leaves, groups, untyped(file.structs(2)));
  }

  /// Of the nodes of the schema those without others below them are leaves.
  private static List<Boolean> untyped(List<Thrift.Struct> schema) {
    return schema.stream()
        .skip(1)
        .filter(node -> node.small(5, 0) <= 0)
        .map(node -> node.find(10).filter(logical -> logical.has(UNKNOWN)).isPresent())
        .toList();
  }

  private static RowGroup group(Thrift.Struct group, List<Leaf> leaves, long size) {
    List<Chunk> chunks = new ArrayList<>();
    for (Thrift.Struct column : group.structs(1)) {
      chunks.add(Chunk.of(column, size));
    }
    if (chunks.size() != leaves.size()) {
      throw new IllegalArgumentException(
          "a row group has %s columns, the schema %s".formatted(chunks.size(), leaves.size()));
    }
    long rows = group.whole(3);
    for (int i = 0; i < chunks.size(); i++) {
      requireRows(leaves.get(i), chunks.get(i), rows);
    }
    return new RowGroup(rows, group.whole(2), chunks);
  }

  private static void requireRows(Leaf leaf, Chunk chunk, long rows) {
    if (rows < 0 || rows > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException("a row group would have " + rows + " rows");
    }
    if (leaf.levels().repetition() == 0 && chunk.values() != rows) {
      throw new IllegalArgumentException(
          "column \"%s\" has %s values for %s rows".formatted(leaf.name(), chunk.values(), rows));
    }
  }
}
