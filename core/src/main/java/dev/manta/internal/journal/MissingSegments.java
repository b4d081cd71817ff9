package dev.manta.internal.journal;

import dev.manta.internal.machine.InParallel;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/// Finds the numbers that no object has, without reading rows.
record MissingSegments(Segments segments) {
  private static final int FRONT_BYTES = 16 << 10;
  private static final int AT_ONCE = 32;

  /// The first so many of those below the last number that there is.
  List<Long> first(int most) {
    SealedListing listing = segments.listing();
    List<SealedObject> packs = listing.objects().stream().filter(SealedObject::pack).toList();
    List<LongPredicate> packed = InParallel.map(packs, AT_ONCE, this::numbers);
    return LongStream.range(1, listing.last())
        .filter(number -> !listing.hasSingle(number))
        .filter(number -> packed.stream().noneMatch(pack -> pack.test(number)))
        .limit(most)
        .boxed()
        .toList();
  }

  /// One that has been put together with others since is not missing.
  private LongPredicate numbers(SealedObject pack) {
    Optional<byte[]> front = front(pack);
    if (front.isEmpty()) {
      return pack.range()::contains;
    }
    try {
      SealedPack parsed = SealedPack.parse(pack.at(), pack.range(), front.get());
      return parsed::has;
    } catch (Unreadable damaged) {
      return _ -> false;
    }
  }

  private Optional<byte[]> front(SealedObject pack) {
    Optional<byte[]> front = pack.read(segments.storage(), FRONT_BYTES);
    return front.isPresent() && !SealedPack.isHeaderWithin(front.get())
        ? pack.read(segments.storage())
        : front;
  }
}
