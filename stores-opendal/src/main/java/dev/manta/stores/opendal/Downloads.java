package dev.manta.stores.opendal;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.opendal.AsyncOperator;
import org.apache.opendal.Metadata;
import org.apache.opendal.OpenDALException;

/// Reads ranges of objects into memory, large ones as parts that travel at the same time.
final class Downloads {
  private static final int PART_BYTES = 8 << 20;
  private static final int PARTS_AT_ONCE = 8;

  private final AsyncOperator operator;
  private final Objects objects;

  Downloads(AsyncOperator operator, Objects objects) {
    this.operator = operator;
    this.objects = objects;
  }

  /// A part that is on its way.
  private record Part(long offset, int size, CompletableFuture<byte[]> bytes) {}

  void read(String key, long offset, MemorySegment into) throws IOException {
    Deque<Part> coming = new ArrayDeque<>();
    long asked = 0;
    while (asked < into.byteSize() || !coming.isEmpty()) {
      if (asked < into.byteSize() && coming.size() < PARTS_AT_ONCE) {
        int size = (int) Math.min(PART_BYTES, into.byteSize() - asked);
        coming.add(new Part(asked, size, operator.read(key, offset + asked, size)));
        asked += size;
      } else {
        arrive(key, offset, coming.remove(), into);
      }
    }
  }

  private void arrive(String key, long offset, Part part, MemorySegment into) throws IOException {
    byte[] bytes = bytes(key, offset, part, into.byteSize());
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, into, part.offset(), part.size());
  }

  private byte[] bytes(String key, long offset, Part part, long wanted) throws IOException {
    try {
      byte[] bytes = answer(key, offset, part);
      if (bytes.length == part.size()) {
        return bytes;
      }
      throw Refusal.temporary("%s bytes came of %s".formatted(bytes.length, part.size()));
    } catch (OpenDALException e) {
      throw shorter(key, offset, wanted).orElseThrow(() -> e);
    }
  }

  private byte[] answer(String key, long offset, Part part) {
    try {
      return Requests.once(part.bytes(), part.size());
    } catch (OpenDALException e) {
      if (!Refusal.of(e).isBusy()) {
        throw e;
      }
      return Requests.answer(
          () -> operator.read(key, offset + part.offset(), part.size()), part.size());
    }
  }

  /// Services differ in what they say of a range behind the end; the object's size is clear.
  private Optional<IOException> shorter(String key, long offset, long wanted) {
    Optional<Metadata> there = objects.stat(key);
    return there
        .map(Metadata::getContentLength)
        .filter(size -> size < offset + wanted)
        .map(
            size ->
                new EOFException(
                    "it ends after %s bytes, wanted were %s from %s"
                        .formatted(size, wanted, offset)));
  }
}
