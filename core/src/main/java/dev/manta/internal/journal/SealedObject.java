package dev.manta.internal.journal;

import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// An immutable object in storage with one segment or a pack of several.
///
/// @param pack whether it is a pack, which may be of one
/// @param bytes its size, or [#UNKNOWN]
record SealedObject(SegmentRange range, boolean pack, Location at, long bytes) {
  static final long UNKNOWN = -1;

  /// What is in it; empty where it is gone, as what is packed is. Its size is known, so that is one
  /// request.
  Optional<byte[]> read(Storage storage) {
    return read(storage, bytes);
  }

  /// The first bytes of it, or all.
  Optional<byte[]> read(Storage storage, long count) {
    if (bytes == UNKNOWN) {
      return storage.find(at);
    }
    byte[] content = new byte[Math.toIntExact(Math.min(count, bytes))];
    try {
      storage.read(at, 0, MemorySegment.ofArray(content));
      return Optional.of(content);
    } catch (MantaException e) {
      if (storage.exists(at)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /// The segments in what was read of it.
  SealedContent content(byte[] read) {
    return pack ? SealedPack.parse(at, range, read) : new SealedContent.Single(range.first(), read);
  }
}
