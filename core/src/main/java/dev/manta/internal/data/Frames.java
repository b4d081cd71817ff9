package dev.manta.internal.data;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Schema;
import dev.manta.internal.data.source.TypeNames;
import dev.manta.internal.json.Bind;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// What goes through a pipe or a connection. Records: a length, then JSON.
final class Frames {
  private static final int SIZE_MAX = 64 << 20;
  private static final long PIECE = 256 << 10;

  private Frames() {}

  static void write(Record message, DataOutputStream to) throws IOException {
    byte[] bytes = Bind.write(message).bytes();
    to.writeInt(bytes.length);
    to.write(bytes);
    to.flush();
  }

  /// @throws java.io.EOFException when the other side is gone
  static <R extends Record> R read(DataInputStream from, Class<R> type) throws IOException {
    int size = from.readInt();
    if (size < 0 || size > SIZE_MAX) {
      throw new IOException("a message of " + size + " bytes");
    }
    return Bind.parse(from.readNBytes(size), type);
  }

  /// Bytes that are not JSON, as they lie in memory.
  static void write(MemorySegment bytes, DataOutputStream to) throws IOException {
    byte[] piece = new byte[(int) Math.min(PIECE, bytes.byteSize())];
    for (long done = 0; done < bytes.byteSize(); done += piece.length) {
      int count = (int) Math.min(piece.length, bytes.byteSize() - done);
      MemorySegment.copy(bytes, JAVA_BYTE, done, piece, 0, count);
      to.write(piece, 0, count);
    }
    to.flush();
  }

  /// The same at the other end.
  static MemorySegment body(DataInputStream from, long size, Memory memory) throws IOException {
    MemorySegment bytes = memory.allocate(size);
    byte[] piece = new byte[(int) Math.min(PIECE, size)];
    for (long done = 0; done < size; done += piece.length) {
      int count = (int) Math.min(piece.length, size - done);
      from.readFully(piece, 0, count);
      MemorySegment.copy(piece, 0, bytes, JAVA_BYTE, done, count);
    }
    return bytes;
  }

  static Errand.Columns columns(Schema schema) {
    List<String> types = schema.fields().stream().map(field -> field.type().text()).toList();
    return new Errand.Columns(schema.names(), types);
  }

  static Schema schema(Errand.Columns columns) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns.names().size(); i++) {
      fields.add(new Field(columns.names().get(i), TypeNames.parse(columns.types().get(i))));
    }
    return Schema.of(fields);
  }
}
