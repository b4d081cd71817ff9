package dev.manta.stores.opendal;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.opendal.AsyncOperator;
import org.apache.opendal.Metadata;
import org.apache.opendal.OpenDALException;
import org.jspecify.annotations.Nullable;

/// Reads ranges of objects into memory, large ones as parts that travel at the same time.
///
/// All bytes are of one version of the object: OpenDAL's reads have no conditions, so it is looked
/// at before and after the parts of a large one, and read again where it was replaced.
final class Downloads {
  static final int PART_BYTES = 8 << 20;
  private static final int PARTS_AT_ONCE = 8;

  private final AsyncOperator operator;
  private final Objects objects;
  private final int partBytes;

  /// @param operator without retries of OpenDAL's own, which would read the rest of an answer that
  ///   broke off from whatever the object is by then
  /// @param partBytes what travels as one, and is of one version by itself
  Downloads(AsyncOperator operator, Objects objects, int partBytes) {
    this.operator = operator;
    this.objects = objects;
    this.partBytes = partBytes;
  }

  /// What tells an object from the one that had its name before; services give some of these.
  private record Version(
      @Nullable String tag, @Nullable String name, @Nullable Instant modified, long size) {
    static Version of(Metadata of) {
      return new Version(of.etag, of.version, of.lastModified, of.contentLength);
    }
  }

  /// A part that is on its way.
  private record Part(long offset, int size, CompletableFuture<byte[]> bytes) {}

  void read(String key, long offset, MemorySegment into) throws IOException {
    if (into.byteSize() <= partBytes) {
      readParts(key, offset, into);
      return;
    }
    for (int attempt = 1; !readVersion(key, offset, into); attempt++) {
      if (attempt == Requests.TRIES_MAX) {
        throw Refusal.temporary("the object was replaced each time that it was read");
      }
      Requests.pause(attempt);
    }
  }

  /// Reads, and says whether the object was the same one all the time.
  private boolean readVersion(String key, long offset, MemorySegment into) throws IOException {
    Optional<Version> before = objects.stat(key).map(Version::of);
    readParts(key, offset, into);
    return before.equals(objects.stat(key).map(Version::of));
  }

  private void readParts(String key, long offset, MemorySegment into) throws IOException {
    Deque<Part> coming = new ArrayDeque<>();
    long asked = 0;
    while (asked < into.byteSize() || !coming.isEmpty()) {
      if (asked < into.byteSize() && coming.size() < PARTS_AT_ONCE) {
        int size = (int) Math.min(partBytes, into.byteSize() - asked);
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
      if (!Refusal.of(e).isPassing()) {
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
