package dev.manta.formats.arrow;

import dev.manta.data.Memory;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.arrow.ArrowField;
import dev.manta.spi.arrow.FlatBuffer;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Where the record batches of a stream or a file are.
///
/// @param fields the columns
/// @param batches the record batches in order
/// @param dictionaries what the numbers of their columns stand for
record ArrowFile(
    Location at, List<ArrowField> fields, List<Rows> batches, ArrowDictionaries dictionaries) {
  /// A message without its body.
  ///
  /// @param body where its body begins
  record Message(FlatBuffer head, long body) {
    int kind() {
      return head.i8(1, 0);
    }

    long size() {
      return head.i64(3);
    }

    FlatBuffer header() {
      return head.inside(2);
    }
  }

  /// A record batch.
  ///
  /// @param dictionaries the dictionaries that it is read with, by number: one that comes in pieces
  ///   has several messages
  record Rows(Message message, Map<Long, List<Message>> dictionaries) {
    Rows {
      if (message.header().i64(0) < 0 || message.header().i64(0) > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "a record batch of " + message.header().i64(0) + " rows");
      }
    }

    long count() {
      return message.header().i64(0);
    }
  }

  static ArrowFile read(Location at, long size) {
    try {
      return new ArrowWalk(at, size).all();
    } catch (IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException e) {
      throw new MantaException(
          ErrorCode.STORAGE,
          "%s is not an Arrow stream or file, or is damaged: %s"
              .formatted(
                  at,
                  e.getMessage() == null ? "a place that it names is not there" : e.getMessage()),
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
          "%s bytes at %s of a body of %s".formatted(size, from, message.size()));
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
}
