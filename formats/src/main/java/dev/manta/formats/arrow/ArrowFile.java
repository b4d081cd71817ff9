package dev.manta.formats.arrow;

import dev.manta.data.Column;
import dev.manta.data.Memory;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.data.arrow.ArrowBody;
import dev.manta.internal.data.arrow.ArrowField;
import dev.manta.internal.data.arrow.Flat;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Where the messages of a stream or a file are: a file is a stream between two marks, with a list
/// of its messages at the end, which is not needed.
///
/// @param fields the columns
/// @param batches the record batches in order
/// @param dictionaries the values that numbers stand for
record ArrowFile(
    Location at, List<ArrowField> fields, List<Message> batches, Map<Long, Column> dictionaries) {
  private static final byte[] MARK = "ARROW1".getBytes(StandardCharsets.US_ASCII);
  private static final int MARK_BYTES = 8;
  private static final int SCHEMA = 1;
  private static final int DICTIONARY = 2;
  private static final int BATCH = 3;
  private static final int METADATA_MAX = 256 << 20;

  /// A message without its body.
  ///
  /// @param body where its body begins
  record Message(Flat head, long body) {
    int kind() {
      return head.i8(1, 0);
    }

    long size() {
      return head.i64(3);
    }

    Flat header() {
      return head.inside(2);
    }

    long rows() {
      return header().i64(0);
    }
  }

  static ArrowFile read(Location at, long size) {
    try {
      return new Walk(at, size).all();
    } catch (IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException e) {
      throw new MantaException(
          ErrorCode.STORAGE,
          "%s is no Arrow stream or file, or is damaged: %s".formatted(at, e.getMessage()),
          e);
    }
  }

  /// A message's body in memory.
  static MemorySegment body(Location at, Message message, Memory memory) {
    MemorySegment body = memory.allocate(message.size());
    Storages.at(at).read(at, message.body(), body);
    return body;
  }

  /// A part of a message's body in memory.
  static MemorySegment part(Location at, Message message, long from, long size, Memory memory) {
    if (from < 0 || size < 0 || size > message.size() - from) {
      throw new IllegalArgumentException(
          "%d bytes at %d of a body of %d".formatted(size, from, message.size()));
    }
    MemorySegment part = memory.allocate(size);
    Storages.at(at).read(at, message.body() + from, part);
    return part;
  }

  /// Refuses columns of a type that is not read, if they are wanted.
  void requireReadable(Predicate<String> wanted) {
    for (ArrowField field : fields) {
      Optional<String> column = field.refusal(wanted);
      if (column.isPresent()) {
        throw new MantaException(
            ErrorCode.USER,
            "%s: %s, which is not read: select(...) the other columns, or write it in another type"
                .formatted(at, column.get()));
      }
    }
  }

  /// Goes from message to message.
  private static final class Walk {
    private final Location at;
    private final long size;
    private long next;

    Walk(Location at, long size) {
      this.at = at;
      this.size = size;
    }

    private ByteBuffer bytes(long from, int count) {
      if (count < 0 || from + count > size) {
        throw early();
      }
      byte[] bytes = new byte[count];
      Storages.at(at).read(at, from, MemorySegment.ofArray(bytes));
      return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    ArrowFile all() {
      if (isFile()) {
        next = MARK_BYTES;
        requireMark();
      }
      List<ArrowField> fields = new ArrayList<>();
      List<Message> batches = new ArrayList<>();
      Map<Long, Column> dictionaries = new HashMap<>();
      Optional<Message> message = message();
      while (message.isPresent()) {
        Message found = message.get();
        switch (found.kind()) {
          case SCHEMA ->
              found.header().tables(1).forEach(field -> fields.add(ArrowField.of(field)));
          case DICTIONARY -> dictionary(found, fields, dictionaries);
          case BATCH -> batches.add(requireRows(found));
          default -> throw new IllegalArgumentException("a message of kind " + found.kind());
        }
        message = message();
      }
      return new ArrowFile(at, List.copyOf(fields), List.copyOf(batches), dictionaries);
    }

    private static Message requireRows(Message batch) {
      if (batch.rows() < 0 || batch.rows() > Integer.MAX_VALUE) {
        throw new IllegalArgumentException("a record batch of " + batch.rows() + " rows");
      }
      return batch;
    }

    private boolean isFile() {
      return size >= MARK_BYTES && isMark(0);
    }

    private boolean isMark(long from) {
      return bytes(from, MARK.length).equals(ByteBuffer.wrap(MARK));
    }

    /// A file ends as it begins; without that, record batches may be missing.
    private void requireMark() {
      if (size < MARK_BYTES + MARK.length || !isMark(size - MARK.length)) {
        throw early();
      }
    }

    private IllegalArgumentException early() {
      return new IllegalArgumentException("it ends early, at byte " + size);
    }

    /// Older writers leave out the mark before the length; a length of 0 is the end.
    private Optional<Message> message() {
      if (next == size) {
        return Optional.empty();
      }
      int length = bytes(next, 4).getInt();
      next += 4;
      if (length == -1) {
        length = bytes(next, 4).getInt();
        next += 4;
      }
      if (length == 0) {
        return Optional.empty();
      }
      if (length > METADATA_MAX) {
        throw new IllegalArgumentException("a message's head of " + length + " bytes");
      }
      var message = new Message(Flat.root(bytes(next, length).array()), next + length);
      if (message.size() < 0 || message.body() + message.size() > size) {
        throw early();
      }
      next = message.body() + message.size();
      return Optional.of(message);
    }

    private void dictionary(Message found, List<ArrowField> fields, Map<Long, Column> into) {
      long id = found.header().i64(0);
      if (found.header().i8(2, 0) != 0) {
        throw new IllegalArgumentException("dictionary " + id + " comes in pieces");
      }
      ArrowField values = values(id, fields).orElseThrow(() -> noColumn(id)).values();
      Arena kept = Arena.ofAuto();
      Memory memory = count -> kept.allocate(Math.max(count, 1), 64);
      Flat batch = found.header().inside(1);
      MemorySegment body = body(at, found, memory);
      into.put(
          id,
          new ArrowBody(batch, body::asSlice, memory, into, ArrowCodec.of(batch))
              .dictionary(values));
    }

    private static Optional<ArrowField> values(long id, List<ArrowField> fields) {
      return fields.stream()
          .flatMap(
              field ->
                  field.dictionary().filter(found -> found.id() == id).isPresent()
                      ? Stream.of(field)
                      : values(id, field.children()).stream())
          .findFirst();
    }

    private static IllegalArgumentException noColumn(long dictionary) {
      return new IllegalArgumentException("no column has dictionary " + dictionary);
    }
  }
}
