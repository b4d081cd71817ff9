package dev.manta.internal.journal;

import dev.manta.storage.Location;
import java.time.Duration;
import java.util.Optional;

/// When the segments of a run are sealed, when its rows are durable, and how segments are packed.
///
/// @param age how long a segment stays open
/// @param durableWhenSealed whether a row is durable only in storage, as the disk of the open
///   segments may be lost with its driver; else it is once it is on that disk
/// @param packing how sealed segments are put together; empty where they stay as they are
public record Sealing(Duration age, boolean durableWhenSealed, Optional<Packing> packing) {
  /// Storage on this machine: an object costs nothing, and a disk that is lost takes both.
  public static final Sealing LOCAL = new Sealing(Duration.ofSeconds(1), false, Optional.empty());

  /// Storage elsewhere: every object is a request, and stays when this machine is gone.
  public static final Sealing REMOTE =
      new Sealing(Duration.ofSeconds(10), true, Optional.of(Packing.DEFAULT));

  /// How sealed segments are put together: so many into one, and so many of those into one again.
  ///
  /// @param fanIn how many objects become one
  /// @param bytesMax how large a pack may be; what is half as large is not put together further
  /// @param spared how many of the newest segments stay as they are
  /// @param atOnce how many objects are read or deleted at a time
  public record Packing(int fanIn, long bytesMax, int spared, int atOnce) {
    static final Packing DEFAULT = new Packing(32, 64 << 20, 32, 16);

    /// A pack and what it is made of are in memory at once, beside all else that a driver does.
    private static final int SHARE_OF_HEAP = 16;

    /// The same with packs that a process with so much memory can make.
    Packing within(long heapBytes) {
      return new Packing(fanIn, Math.min(bytesMax, heapBytes / SHARE_OF_HEAP), spared, atOnce);
    }
  }

  /// How a run at this location is sealed.
  public static Sealing of(Location run) {
    return run.isLocal() || run.scheme().equals("mem") ? LOCAL : REMOTE;
  }
}
