package dev.manta.spi.arrow;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.manta.data.Batch;
import dev.manta.data.Memory;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;

/// Takes a batch out of a connection, where it comes as an [ArrowStream].
public final class ArrowInput {
  private static final int MARK = -1;
  private static final int PREFIX_BYTES = 8;
  private static final int PIECE = 256 << 10;

  private final DataInputStream from;
  private final Memory memory;
  private long left;

  private ArrowInput(DataInputStream from, long size, Memory memory) {
    this.from = from;
    this.memory = memory;
    this.left = size;
  }

  /// The batch in the next bytes; its rows are in memory from `memory`.
  ///
  /// @param size how many bytes there are, as the sender has said
  /// @throws IOException when the connection ends, or when the bytes are not what was said
  public static Batch read(DataInputStream from, long size, Memory memory) throws IOException {
    try {
      return new ArrowInput(from, size, memory).batch();
    } catch (RuntimeException e) {
      throw new IOException(
          "%s bytes are not rows in Arrow's format: %s".formatted(size, e.getMessage()), e);
    }
  }

  private Batch batch() throws IOException {
    List<ArrowField> fields = ArrowField.all(message(ArrowMessage.SCHEMA).inside(2));
    fields.forEach(ArrowInput::requireKnown);
    FlatBuffer message = message(ArrowMessage.BATCH);
    MemorySegment body = body(message.i64(3));
    requireEnd();
    return new ArrowBody(
            message.inside(2),
            body::asSlice,
            memory,
            ArrowBody.Dictionaries.NONE,
            ArrowBody.Unpacking.NONE)
        .batch(fields, _ -> true);
  }

  private static void requireKnown(ArrowField field) {
    field
        .refusal(_ -> true)
        .ifPresent(
            column -> {
              throw new IllegalArgumentException(column + ", which is not read");
            });
  }

  /// The head of the next message.
  private FlatBuffer message(int kind) throws IOException {
    byte[] bytes = new byte[prefix()];
    take(bytes.length);
    from.readFully(bytes);
    FlatBuffer head = FlatBuffer.root(bytes);
    if (head.i8(1, 0) != kind) {
      throw new IllegalArgumentException(
          "a message of kind %s where one of kind %s is to come".formatted(head.i8(1, 0), kind));
    }
    return head;
  }

  /// The length of the head that follows; 0 at the end.
  private int prefix() throws IOException {
    take(PREFIX_BYTES);
    int mark = Integer.reverseBytes(from.readInt());
    int length = Integer.reverseBytes(from.readInt());
    if (mark != MARK || length < 0 || length > left) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "a message begins with %08x and a length of %s", mark, length));
    }
    return length;
  }

  private void take(long bytes) {
    if (bytes < 0 || bytes > left) {
      throw new IllegalArgumentException(
          "%s bytes are to come where %s are left".formatted(bytes, left));
    }
    left -= bytes;
  }

  private MemorySegment body(long size) throws IOException {
    take(size);
    MemorySegment bytes = memory.allocate(size);
    byte[] piece = new byte[(int) Math.min(PIECE, size)];
    for (long done = 0; done < size; done += piece.length) {
      int count = (int) Math.min(piece.length, size - done);
      from.readFully(piece, 0, count);
      MemorySegment.copy(piece, 0, bytes, JAVA_BYTE, done, count);
    }
    return bytes;
  }

  private void requireEnd() throws IOException {
    if (prefix() != 0 || left != 0) {
      throw new IllegalArgumentException("%s bytes are behind the rows".formatted(left));
    }
  }
}
