package dev.manta.formats.arrow;

import dev.manta.spi.arrow.ArrowField;
import dev.manta.spi.arrow.FlatBuffer;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the messages of a stream, by going from one to the next, or of a file, which lists them at
/// its end and may have anything between them.
final class ArrowWalk {
  private static final byte[] MARK = "ARROW1".getBytes(StandardCharsets.US_ASCII);
  private static final int MARK_BYTES = 8;
  private static final int SCHEMA = 1;
  private static final int DICTIONARY = 2;
  private static final int BATCH = 3;
  private static final int METADATA_MAX = 256 << 20;
  private static final int BLOCK = 24;

  private final Location at;
  private final long size;
  private final List<ArrowField> fields = new ArrayList<>();
  private final List<ArrowFile.Rows> batches = new ArrayList<>();
  private Map<Long, List<ArrowFile.Message>> dictionaries = Map.of();
  private long next;

  ArrowWalk(Location at, long size) {
    this.at = at;
    this.size = size;
  }

  ArrowFile all() {
    if (size >= MARK_BYTES && isMark(0)) {
      file();
    } else {
      stream();
    }
    List<ArrowField> all = List.copyOf(fields);
    return new ArrowFile(at, all, List.copyOf(batches), new ArrowDictionaries(at, all));
  }

  private ByteBuffer bytes(long from, long count) {
    if (count < 0 || from < 0 || count > size - from) {
      throw early();
    }
    if (count > METADATA_MAX) {
      throw new IllegalArgumentException("a message's head of " + count + " bytes");
    }
    byte[] bytes = new byte[(int) count];
    Storages.at(at).read(at, from, MemorySegment.ofArray(bytes));
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private boolean isMark(long from) {
    return bytes(from, MARK.length).equals(ByteBuffer.wrap(MARK));
  }

  private IllegalArgumentException early() {
    return new IllegalArgumentException("it ends early, at byte " + size);
  }

  private void stream() {
    Optional<ArrowFile.Message> message = message();
    while (message.isPresent()) {
      ArrowFile.Message found = message.get();
      switch (found.kind()) {
        case SCHEMA -> schema(found.header());
        case DICTIONARY -> dictionary(found);
        case BATCH -> batches.add(new ArrowFile.Rows(found, dictionaries));
        default -> throw new IllegalArgumentException("a message of kind " + found.kind());
      }
      message = message();
    }
  }

  /// A file ends as it begins; without that, record batches may be missing. All its dictionaries
  /// are those of all its record batches.
  private void file() {
    long tail = size - MARK.length - Integer.BYTES;
    if (tail < MARK_BYTES || !isMark(size - MARK.length)) {
      throw early();
    }
    int length = bytes(tail, Integer.BYTES).getInt();
    FlatBuffer footer = FlatBuffer.root(bytes(tail - length, length).array());
    schema(footer.inside(1));
    for (int i = 0; i < footer.count(2, BLOCK); i++) {
      dictionary(listed(footer, 2, i));
    }
    for (int i = 0; i < footer.count(3, BLOCK); i++) {
      batches.add(new ArrowFile.Rows(listed(footer, 3, i), dictionaries));
    }
  }

  private ArrowFile.Message listed(FlatBuffer footer, int list, int index) {
    next = footer.structAt(list, index, BLOCK, 0);
    ArrowFile.Message found = message().orElseThrow(this::early);
    if (found.kind() != list) {
      throw new IllegalArgumentException("a message of kind " + found.kind());
    }
    return found;
  }

  private void schema(FlatBuffer schema) {
    fields.addAll(ArrowField.all(schema));
    if (fields.stream().anyMatch(field -> field.name().isBlank())) {
      throw new IllegalArgumentException("a column has no name: write it again with one");
    }
  }

  /// A dictionary that comes again replaces what was there, unless it says that it adds to it. Rows
  /// that came before keep theirs.
  private void dictionary(ArrowFile.Message found) {
    long id = found.header().i64(0);
    boolean more = found.header().i8(2, 0) != 0;
    List<ArrowFile.Message> pieces = new ArrayList<>();
    pieces.addAll(more ? dictionaries.getOrDefault(id, List.of()) : List.of());
    pieces.add(found);
    Map<Long, List<ArrowFile.Message>> all = new HashMap<>(dictionaries);
    all.put(id, List.copyOf(pieces));
    dictionaries = all;
  }

  /// Older writers leave out the mark before the length; a length of 0 is the end.
  private Optional<ArrowFile.Message> message() {
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
    var message =
        new ArrowFile.Message(FlatBuffer.root(bytes(next, length).array()), next + length);
    if (message.size() < 0 || message.size() > size - message.body()) {
      throw early();
    }
    next = message.body() + message.size();
    return Optional.of(message);
  }
}
