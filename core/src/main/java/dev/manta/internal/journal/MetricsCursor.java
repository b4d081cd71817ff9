package dev.manta.internal.journal;

import dev.manta.storage.Location;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// A place in the metrics of a run: so many bytes of a segment are consumed, and this is their
/// checksum. Used by one thread.
final class MetricsCursor {
  private static final long LIST_EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Segments segments;
  private final int atOnce;
  private final Consumer<String> problems;
  private final MetricsRowDecoder decoder = new MetricsRowDecoder();
  private final CRC32C consumed = new CRC32C();
  private @Nullable SealedSegments stored;
  private long number = 1;
  private int offset;
  private boolean atEnd;
  private long listedNanos;
  private long confirmed;

  /// @param atOnce how many objects are read at a time
  /// @param problems hears of what is missing or damaged
  MetricsCursor(Segments segments, int atOnce, Consumer<String> problems) {
    this.segments = segments;
    this.atOnce = atOnce;
    this.problems = problems;
  }

  private SealedSegments stored() {
    SealedSegments known = stored;
    if (known == null) {
      known = new SealedSegments(segments, atOnce, damage -> problems.accept(message(damage)));
      stored = known;
    }
    return known;
  }

  private static String message(Unreadable damage) {
    return String.valueOf(damage.getMessage());
  }

  /// The next rows, at most one segment's; empty when there is nothing new.
  List<MetricsRow> next() {
    while (true) {
      Optional<MetricsLines> lines = nextLines();
      List<MetricsRow> rows = lines.map(this::decoded).orElse(List.of());
      if (!rows.isEmpty() || lines.isEmpty()) {
        return rows;
      }
    }
  }

  private List<MetricsRow> decoded(MetricsLines lines) {
    return decoder.decode(
        lines.bytes(), lines.from(), lines.to(), why -> problems.accept(lines.unreadable(why)));
  }

  /// The next lines, at most one segment's; empty when there is nothing new.
  Optional<MetricsLines> nextLines() {
    for (boolean skipped = awaitsListing(); ; skipped = false) {
      Optional<byte[]> sealed = skipped ? Optional.empty() : stored().find(number);
      OptionalLong later = sealed.isPresent() ? OptionalLong.empty() : later();
      Optional<byte[]> open =
          sealed.isPresent() ? Optional.empty() : segments.opened(number, offset);
      Optional<MetricsLines> lines =
          sealed.map(this::sealed).or(() -> open.map(this::open)).filter(MetricsLines::hasAny);
      if (lines.isPresent() || (open.isPresent() && later.isEmpty())) {
        return lines;
      }
      // What was neither sealed nor open may have been sealed in between.
      if (sealed.isEmpty() && !isSealed(skipped)) {
        if (later.isEmpty()) {
          return lines;
        }
        pass(open.isPresent(), later.getAsLong());
      }
    }
  }

  /// Whether to skip the request for this segment: at the end of what was listed, the next listing
  /// says whether it exists.
  private boolean awaitsListing() {
    return !atEnd && number > stored().last() && segments.opened(number, offset).isEmpty();
  }

  private boolean isSealed(boolean wasListed) {
    boolean isKnown = wasListed && atEnd;
    return isKnown ? number <= stored().last() : segments.isSealed(number);
  }

  /// The rows of the last segments that are sealed.
  List<MetricsRow> tail(int count) {
    long last = stored().last();
    List<MetricsRow> rows = new ArrayList<>();
    moveTo(Math.max(1, last - count + 1));
    while (number <= last) {
      Optional<byte[]> sealed = stored().find(number);
      rows.addAll(decoded(sealed(sealed.orElse(new byte[0]))));
    }
    return rows;
  }

  /// The next segment there is. All of them are listed only where the next number is not there and
  /// others may be: whoever waits at the end asks many times a second.
  private OptionalLong later() {
    OptionalLong known = stored().after(number);
    OptionalLong open = segments.openAfter(number);
    if (known.isPresent() || open.equals(OptionalLong.of(number + 1))) {
      return first(known, open);
    }
    if (atEnd && segments.isSealed(number + 1)) {
      return OptionalLong.of(number + 1);
    }
    long now = System.nanoTime();
    if (atEnd && open.isEmpty() && now - listedNanos < LIST_EVERY_NANOS) {
      return OptionalLong.empty();
    }
    stored().refresh();
    OptionalLong later = first(stored().after(number), open);
    atEnd = later.isEmpty();
    listedNanos = now;
    return later;
  }

  private static OptionalLong first(OptionalLong one, OptionalLong other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() ? other : one;
    }
    return OptionalLong.of(Math.min(one.getAsLong(), other.getAsLong()));
  }

  private MetricsLines sealed(byte[] bytes) {
    byte[] lines = MetricsRecovery.wholeLines(bytes);
    Location at = segments.at(number);
    if (lines.length < bytes.length) {
      problems.accept("the last report in %s is cut off".formatted(at));
    }
    var fresh = new MetricsLines(at, lines, start(lines), lines.length);
    moveTo(number + 1);
    return fresh;
  }

  private MetricsLines open(byte[] bytes) {
    byte[] lines = MetricsRecovery.wholeLines(bytes);
    offset += lines.length;
    consumed.update(lines);
    return new MetricsLines(segments.at(number), lines, 0, lines.length);
  }

  /// Moves to a later segment. What storage has not taken yet was read before it is sealed; what is
  /// neither sealed nor open is missing, unless it has been packed since storage was listed.
  private void pass(boolean wasRead, long later) {
    if (!wasRead && confirmed != number && !stored().isDamaged(number)) {
      confirmed = number;
      if (number > stored().last()) {
        stored().refresh();
      }
      return;
    }
    if (!wasRead && !stored().isDamaged(number)) {
      String others = later > number + 1 ? " and the %s after it are" : " is";
      problems.accept(
          (segments.at(number) + others.formatted(later - number - 1))
              + " missing: reports of some seconds each are not part of this history");
    }
    moveTo(later);
  }

  private void moveTo(long next) {
    number = next;
    offset = 0;
    consumed.reset();
  }

  /// A sealed segment begins with what was in its open file, unless another controller took its
  /// number.
  private int start(byte[] sealed) {
    if (offset > sealed.length) {
      return 0;
    }
    CRC32C crc = new CRC32C();
    crc.update(sealed, 0, offset);
    return crc.getValue() == consumed.getValue() ? offset : 0;
  }
}
