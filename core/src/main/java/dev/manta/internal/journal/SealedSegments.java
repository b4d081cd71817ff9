package dev.manta.internal.journal;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// Finds sealed segments by number wherever they are, though somebody packs them meanwhile.
///
/// A pack is there before what it is made of is deleted. So what one listing does not show may have
/// been packed while that was made, and what two do not show is missing. Used by one thread.
final class SealedSegments {
  /// Packing moves a segment twice.
  private static final int LISTINGS_MAX = 5;

  private final Segments segments;
  private final int atOnce;
  private final Consumer<Unreadable> damages;
  private final Set<SealedObject> damaged = new HashSet<>();
  private @Nullable SealedListing earlier;
  private SealedListing now;
  private ReadAhead reads;

  /// @param atOnce how many objects are read at a time
  /// @param damages hears of a pack that makes no sense; its segments are missing
  SealedSegments(Segments segments, int atOnce, Consumer<Unreadable> damages) {
    this.segments = segments;
    this.atOnce = atOnce;
    this.damages = damages;
    this.now = segments.listing();
    this.reads = new ReadAhead(segments.storage(), now.objects(), atOnce);
  }

  /// Looks again at what there is.
  void refresh() {
    earlier = now;
    now = segments.listing();
    reads = new ReadAhead(segments.storage(), now.objects(), atOnce);
  }

  /// The last number when this was listed.
  long last() {
    return now.last();
  }

  /// The next number when this was listed, or the time before.
  OptionalLong after(long number) {
    LongStream before = earlier == null ? LongStream.empty() : earlier.after(number).stream();
    return LongStream.concat(before, now.after(number).stream()).min();
  }

  /// The rows of a segment; empty where it is not there.
  Optional<byte[]> find(long number) {
    if (number > now.last()) {
      return segments.single(number);
    }
    for (int listings = 1; ; listings++) {
      var gone = new AtomicBoolean();
      Optional<byte[]> rows = read(number, gone);
      if (rows.isPresent() || (!gone.get() && isConfirmed(number)) || listings == LISTINGS_MAX) {
        return rows;
      }
      refresh();
    }
  }

  private boolean isConfirmed(long number) {
    return earlier != null && earlier.covering(number).equals(now.covering(number));
  }

  /// Where objects differ on a segment, a controller that was deposed has used its number again
  /// after it was packed: the rows of both count.
  private Optional<byte[]> read(long number, AtomicBoolean gone) {
    byte @Nullable [] all = null;
    for (SealedObject object : now.covering(number)) {
      Optional<byte[]> rows = segment(object, number, gone);
      if (rows.isPresent() && !Arrays.equals(rows.get(), all)) {
        all = all == null ? rows.get() : joined(all, rows.get());
      }
    }
    return Optional.ofNullable(all);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private Optional<byte[]> segment(SealedObject object, long number, AtomicBoolean gone) {
    try {
      Optional<SealedContent> content = reads.get(object, number);
      gone.compareAndSet(false, content.isEmpty());
      return content.flatMap(one -> one.segment(number));
    } catch (Unreadable why) {
      damaged.add(object);
      damages.accept(why);
      return Optional.empty();
    }
  }

  /// Whether a segment is in a pack that makes no sense.
  boolean isDamaged(long number) {
    return now.covering(number).stream().anyMatch(damaged::contains);
  }
}
