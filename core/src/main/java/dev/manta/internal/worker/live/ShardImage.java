package dev.manta.internal.worker.live;

import dev.manta.train.Copied;
import dev.manta.train.InPlace;
import dev.manta.train.Live;
import dev.manta.train.Part;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// All shards of one rank as of a commit, in one piece: the length of a table, the table, and what
/// it names.
final class ShardImage {
  private static final ValueLayout.OfLong LENGTH = ValueLayout.JAVA_LONG_UNALIGNED;

  /// A part of a shard.
  private record Piece(String state, String part, MemorySegment memory) {}

  private final List<Piece> pieces = new ArrayList<>();
  private final byte[] table;

  private ShardImage(Map<String, Live> shards) {
    shards.forEach(this::add);
    table = table();
  }

  /// The shards as they are now; what is saved by copying is copied now.
  static ShardImage of(Map<String, Live> shards) {
    return new ShardImage(shards);
  }

  private void add(String name, Live state) {
    switch (state) {
      case Copied copied ->
          pieces.add(new Piece(name, Stash.BYTES, MemorySegment.ofArray(copied.save())));
      case InPlace inPlace ->
          inPlace.parts().forEach(part -> pieces.add(new Piece(name, part.name(), part.memory())));
    }
  }

  private byte[] table() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeInt(pieces.size());
      for (Piece piece : pieces) {
        out.writeUTF(piece.state());
        out.writeUTF(piece.part());
        out.writeLong(piece.memory().byteSize());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /// How much memory they take.
  long bytes() {
    long all = pieces.stream().mapToLong(piece -> piece.memory().byteSize()).sum();
    return LENGTH.byteSize() + table.length + all;
  }

  /// Copies them.
  void copyTo(MemorySegment to) {
    to.set(LENGTH, 0, table.length);
    long at = LENGTH.byteSize();
    MemorySegment.copy(MemorySegment.ofArray(table), 0, to, at, table.length);
    at += table.length;
    for (Piece piece : pieces) {
      MemorySegment.copy(piece.memory(), 0, to, at, piece.memory().byteSize());
      at += piece.memory().byteSize();
    }
  }

  /// The pieces of an image, by the names of states and of their parts.
  static Map<String, Map<String, MemorySegment>> read(MemorySegment image) {
    Map<String, Map<String, MemorySegment>> states = new LinkedHashMap<>();
    long length = image.get(LENGTH, 0);
    long at = LENGTH.byteSize() + length;
    byte[] table = image.asSlice(LENGTH.byteSize(), length).toArray(ValueLayout.JAVA_BYTE);
    try (var in = new DataInputStream(new ByteArrayInputStream(table))) {
      for (int left = in.readInt(); left > 0; left--) {
        Map<String, MemorySegment> parts =
            states.computeIfAbsent(in.readUTF(), _ -> new LinkedHashMap<>());
        String part = in.readUTF();
        long bytes = in.readLong();
        parts.put(part, image.asSlice(at, bytes));
        at += bytes;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return states;
  }

  /// Gives a shard back what an image has of it.
  static void restore(String name, Live state, Map<String, MemorySegment> pieces) {
    switch (state) {
      case Copied copied -> copied.load(piece(name, Stash.BYTES, pieces).toArray(BYTE));
      case InPlace inPlace -> {
        inPlace.parts().forEach(part -> fill(name, part, pieces));
        inPlace.restored();
      }
    }
  }

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  private static void fill(String name, Part part, Map<String, MemorySegment> pieces) {
    MemorySegment piece = piece(name, part.name(), pieces);
    if (piece.byteSize() != part.memory().byteSize()) {
      throw new IllegalStateException(
          "part %s of shard \"%s\" has %s bytes, and had %s before; make it the same way in every attempt"
              .formatted(part.name(), name, part.memory().byteSize(), piece.byteSize()));
    }
    part.memory().copyFrom(piece);
  }

  private static MemorySegment piece(String name, String part, Map<String, MemorySegment> all) {
    MemorySegment piece = all.get(part);
    if (piece == null) {
      throw new IllegalStateException(
          "shard \"%s\" had no part %s before; make it the same way in every attempt"
              .formatted(name, part));
    }
    return piece;
  }
}
