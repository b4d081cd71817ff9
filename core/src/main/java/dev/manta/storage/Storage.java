package dev.manta.storage;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Objects by location: whole or absent, durable when a call returns, never appended to, never
/// renamed.
///
/// What goes wrong is a [MantaException] with code STORAGE that names the location and the next
/// step.
public interface Storage {
  /// Stores an object, replacing what was there; readers see the old or the new one, never a
  /// mixture.
  void put(Location at, ByteSource from);

  /// Stores an object if there is none; of several callers exactly one gets true.
  boolean putIfAbsent(Location at, byte[] bytes);

  /// Reads exactly as many bytes as the segment holds, from an offset.
  void read(Location at, long offset, MemorySegment into);

  /// The size of an object, or empty where there is none.
  OptionalLong size(Location at);

  /// All objects at or below a location, ordered by path.
  List<Entry> list(Location prefix);

  /// The names directly below a location, ordered.
  List<String> children(Location prefix);

  /// Deletes all objects at or below a location; none is fine.
  void deletePrefix(Location prefix);

  /// Removes what interrupted puts left behind below a location and is older than `age`.
  void sweep(Location prefix, Duration age);

  /// Refuses a storage whose [#putIfAbsent] two callers could both win, and where a run would lose
  /// what its log says. A run asks before it begins; storages that are known to keep it do nothing.
  default void requireExclusivePuts(Location below) {}

  /// What has gone over the network so far.
  default StorageTraffic traffic() {
    return StorageTraffic.NONE;
  }

  /// Whether there is an object at exactly this location.
  default boolean exists(Location at) {
    return size(at).isPresent();
  }

  /// The whole object.
  default byte[] read(Location at) {
    return find(at).orElseThrow(() -> missing(at));
  }

  /// The whole object, or empty where there is none.
  default Optional<byte[]> find(Location at) {
    OptionalLong size = size(at);
    if (size.isEmpty()) {
      return Optional.empty();
    }
    byte[] bytes = new byte[Math.toIntExact(size.getAsLong())];
    read(at, 0, MemorySegment.ofArray(bytes));
    return Optional.of(bytes);
  }

  private static MantaException missing(Location at) {
    return new MantaException(
        ErrorCode.STORAGE, "cannot read " + at + ": there is nothing at this location");
  }
}
