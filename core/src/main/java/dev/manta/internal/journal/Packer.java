package dev.manta.internal.journal;

import dev.manta.error.MantaException;
import dev.manta.internal.machine.InParallel;
import dev.manta.storage.Location;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/// Puts sealed segments together, a pack at a time: makes the pack, then deletes what it is made
/// of.
///
/// What it makes follows from what is immutable, so two of them do no harm; one that is stopped in
/// between leaves objects that the next one finds within a pack, and deletes where that has the
/// same rows. One thread takes turns.
final class Packer {
  private static final System.Logger LOGGER = System.getLogger("dev.manta.journal");
  private static final Sealing.Packing NEVER = new Sealing.Packing(1, 0, 0, 1);
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Segments segments;
  private final Sealing.Packing packing;
  private final PackPlan plan;
  private final Set<SealedObject> aside = ConcurrentHashMap.newKeySet();
  private long sealed;
  private long looked;
  private boolean closed;

  /// @param packing none where segments stay as they are
  Packer(Segments segments, Optional<Sealing.Packing> packing) {
    this.segments = segments;
    this.packing = packing.orElse(NEVER).within(Runtime.getRuntime().maxMemory());
    this.plan = new PackPlan(this.packing);
    this.looked = -this.packing.fanIn();
    this.closed = packing.isEmpty();
  }

  /// All up to this number are in storage; whether there may be enough for a pack.
  synchronized boolean sealed(long last) {
    sealed = Math.max(sealed, last);
    return !closed && isWorthALook();
  }

  /// No more is packed.
  synchronized void close() {
    closed = true;
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized boolean isWorthALook() {
    return sealed - looked >= packing.fanIn();
  }

  private synchronized void looked(long upTo) {
    looked = upTo;
  }

  /// Packs once; how many nanoseconds there is nothing to do from here, or [MetricsWork#OVER].
  long turn() {
    if (isClosed()) {
      return MetricsWork.OVER;
    }
    if (!isWorthALook()) {
      return Long.MAX_VALUE;
    }
    try {
      return packed();
    } catch (MantaException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "segments are packed later: " + e.getMessage());
      return RETRY_NANOS;
    } catch (RuntimeException | OutOfMemoryError e) {
      LOGGER.log(System.Logger.Level.WARNING, "segments are left as they are for now", e);
      return RETRY_NANOS;
    }
  }

  private long packed() {
    SealedListing listing = segments.sizes();
    listing.covered().stream()
        .filter(object -> !aside.contains(object) && fits(listing, object))
        .forEach(object -> deleteIfCovered(listing, object));
    List<SealedObject> parts = plan.next(listing, aside);
    if (parts.isEmpty()) {
      looked(listing.last());
      return Long.MAX_VALUE;
    }
    return isSettled(parts, listing) && pack(parts) ? 0 : RETRY_NANOS;
  }

  /// A gap may be one of the listing, made while another packer was at work: a second one tells.
  private boolean isSettled(List<SealedObject> parts, SealedListing listing) {
    List<Long> gaps =
        LongStream.rangeClosed(range(parts).first(), range(parts).last())
            .filter(number -> listing.covering(number).isEmpty())
            .boxed()
            .toList();
    if (gaps.isEmpty()) {
      return true;
    }
    SealedListing again = segments.sizes();
    return gaps.stream().allMatch(number -> again.covering(number).isEmpty());
  }

  private static SegmentRange range(List<SealedObject> parts) {
    return new SegmentRange(parts.getFirst().range().first(), parts.getLast().range().last());
  }

  /// False where a part is gone or makes no sense.
  private boolean pack(List<SealedObject> parts) {
    Location at = segments.metrics().resolve(range(parts).packName());
    Optional<byte[]> pack = composed(parts);
    if (pack.filter(bytes -> isStored(at, bytes)).isEmpty()) {
      return false;
    }
    delete(parts);
    return true;
  }

  private Optional<byte[]> composed(List<SealedObject> parts) {
    SegmentRange range = range(parts);
    Map<Long, ByteBuffer> rows = new TreeMap<>();
    for (Optional<SealedContent> content : contents(parts)) {
      if (content.isEmpty()) {
        return Optional.empty();
      }
      put(range, content.get(), rows);
    }
    return Optional.of(SealedPack.compose(range, rows));
  }

  private boolean isStored(Location at, byte[] pack) {
    return segments.storage().putIfAbsent(at, pack) || isThere(at, pack);
  }

  private boolean isThere(Location at, byte[] pack) {
    return segments.storage().find(at).filter(there -> Arrays.equals(there, pack)).isPresent();
  }

  private List<Optional<SealedContent>> contents(List<SealedObject> parts) {
    return InParallel.map(parts, packing.atOnce(), this::content);
  }

  /// Empty where it is gone; what is damaged is never packed, nor deleted.
  private Optional<SealedContent> content(SealedObject object) {
    try {
      Optional<SealedContent> content = object.read(segments.storage()).map(object::content);
      boolean damaged = content.filter(SealedContent::isWhole).isEmpty() && content.isPresent();
      return damaged ? setAside(object) : content;
    } catch (Unreadable damaged) {
      return setAside(object);
    }
  }

  private Optional<SealedContent> setAside(SealedObject object) {
    aside.add(object);
    return Optional.empty();
  }

  private static void put(SegmentRange range, SealedContent content, Map<Long, ByteBuffer> rows) {
    for (long number = range.first(); number <= range.last(); number++) {
      Optional<ByteBuffer> segment = content.view(number);
      if (segment.isPresent()) {
        rows.put(number, segment.get());
      }
    }
  }

  private void delete(List<SealedObject> objects) {
    InParallel.map(
        objects,
        packing.atOnce(),
        object -> {
          segments.storage().deletePrefix(object.at());
          return object;
        });
  }

  /// Both are in memory while they are compared; a driver with more of it made the larger one.
  private boolean fits(SealedListing listing, SealedObject object) {
    long bytes = object.bytes() + listing.coverOf(object).orElseThrow().bytes();
    return bytes <= 2 * packing.bytesMax();
  }

  private void deleteIfCovered(SealedListing listing, SealedObject object) {
    SealedObject cover = listing.coverOf(object).orElseThrow();
    Optional<SealedContent> inside = content(object);
    Optional<SealedContent> around = content(cover);
    if (inside.isEmpty() || around.isEmpty()) {
      return;
    }
    if (isSame(object.range(), inside.get(), around.get())) {
      segments.storage().deletePrefix(object.at());
    } else {
      aside.add(object);
    }
  }

  private static boolean isSame(SegmentRange range, SealedContent inside, SealedContent around) {
    return LongStream.rangeClosed(range.first(), range.last())
        .allMatch(
            number ->
                inside.view(number).isEmpty() || inside.view(number).equals(around.view(number)));
  }
}
