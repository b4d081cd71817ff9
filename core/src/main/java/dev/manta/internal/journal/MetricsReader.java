package dev.manta.internal.journal;

import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;

/// Reads the rows of a run in the order in which they were written: sealed segments, then the open
/// one. What is missing or damaged is named in a warning, and the rest is read.
public final class MetricsReader {
  private static final System.Logger LOGGER = System.getLogger("dev.manta.journal");

  private static final long LIST_EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Segments segments;
  private final Set<String> problems = new LinkedHashSet<>();

  /// @param run the run's directory in storage
  /// @param open the writer's local directory; where it is not there, only sealed rows are seen
  public MetricsReader(Storage storage, Location run, Path open) {
    this(storage, run, new LocalOpenDirectory(open));
  }

  /// @param open the files that are not sealed yet
  public MetricsReader(Storage storage, Location run, OpenDirectory open) {
    this.segments = new Segments(storage, run.resolve("metrics"), open);
  }

  /// All rows up to now.
  public Iterable<List<MetricsRow>> groups() {
    return () -> new RowGroups(new Cursor());
  }

  /// All rows up to now, in memory.
  public List<MetricsRow> all() {
    List<MetricsRow> rows = new ArrayList<>();
    groups().forEach(rows::addAll);
    return rows;
  }

  /// What is missing or damaged among the rows that were read so far.
  public List<String> problems() {
    synchronized (problems) {
      return List.copyOf(problems);
    }
  }

  /// The sealed segments that are not there although later ones are.
  public List<Location> missing() {
    return segments.missing().stream().map(segments::at).toList();
  }

  private void problem(String what) {
    boolean isNew;
    synchronized (problems) {
      isNew = problems.add(what);
    }
    if (isNew) {
      LOGGER.log(System.Logger.Level.WARNING, what);
    }
  }

  private byte[] wholeLines(long number, byte[] bytes) {
    byte[] lines = MetricsRecovery.wholeLines(bytes);
    if (lines.length < bytes.length) {
      problem("the last report in %s is cut off".formatted(segments.at(number)));
    }
    return lines;
  }

  private void damaged(long number, RuntimeException why) {
    problem(
        "reports in %s cannot be read and are left out: %s"
            .formatted(segments.at(number), why.getMessage()));
  }

  /// The rows of the last segments that are sealed.
  public List<MetricsRow> tail(int count) {
    long last = segments.lastSealed();
    MetricsRowDecoder decoder = new MetricsRowDecoder(why -> damaged(last, why));
    List<MetricsRow> rows = new ArrayList<>();
    for (long number = Math.max(1, last - count + 1); number <= last; number++) {
      byte[] lines = wholeLines(number, segments.sealed(number).orElse(new byte[0]));
      rows.addAll(decoder.decode(lines, 0, lines.length));
    }
    return rows;
  }

  /// Follows the rows from the first on.
  public Follower<MetricsRow> follow() {
    Cursor cursor = new Cursor();
    return new Follower<>(cursor::next);
  }

  /// Groups of rows until there are no more.
  private static final class RowGroups implements Iterator<List<MetricsRow>> {
    private final Cursor cursor;
    private List<MetricsRow> next;

    RowGroups(Cursor cursor) {
      this.cursor = cursor;
      this.next = cursor.next();
    }

    @Override
    public boolean hasNext() {
      return !next.isEmpty();
    }

    @Override
    public List<MetricsRow> next() {
      if (next.isEmpty()) {
        throw new NoSuchElementException("no more rows");
      }
      List<MetricsRow> group = next;
      next = cursor.next();
      return group;
    }
  }

  /// A place in the stream: so many bytes of a segment are consumed, and this is their checksum.
  private final class Cursor {
    private final MetricsRowDecoder decoder = new MetricsRowDecoder(why -> damaged(at(), why));
    private final CRC32C consumed = new CRC32C();
    private long number = 1;
    private int offset;
    private boolean atEnd;
    private long listedNanos;

    private long at() {
      return number;
    }

    /// The next rows, at most one segment's; empty when there is nothing new.
    List<MetricsRow> next() {
      while (true) {
        Optional<byte[]> sealed = segments.sealed(number);
        OptionalLong later = sealed.isPresent() ? OptionalLong.empty() : later();
        Optional<byte[]> open =
            sealed.isPresent() ? Optional.empty() : segments.opened(number, offset);
        List<MetricsRow> rows =
            sealed.map(this::sealed).or(() -> open.map(this::open)).orElse(List.of());
        if (!rows.isEmpty() || (open.isPresent() && later.isEmpty())) {
          return rows;
        }
        // What was neither sealed nor open may have been sealed in between.
        if (sealed.isEmpty() && !segments.isSealed(number)) {
          if (later.isEmpty()) {
            return rows;
          }
          pass(open.isPresent(), later.getAsLong());
        }
      }
    }

    /// The next segment there is. All of them are listed only where the next number is not there
    /// and others may be: whoever waits at the end asks many times a second.
    private OptionalLong later() {
      OptionalLong open = segments.openAfter(number);
      if (open.equals(OptionalLong.of(number + 1)) || segments.isSealed(number + 1)) {
        return OptionalLong.of(number + 1);
      }
      long now = System.nanoTime();
      if (atEnd && open.isEmpty() && now - listedNanos < LIST_EVERY_NANOS) {
        return OptionalLong.empty();
      }
      OptionalLong later = segments.after(number);
      atEnd = later.isEmpty();
      listedNanos = now;
      return later;
    }

    private List<MetricsRow> sealed(byte[] bytes) {
      byte[] lines = wholeLines(number, bytes);
      List<MetricsRow> rows = decoder.decode(lines, start(lines), lines.length);
      moveTo(number + 1);
      return rows;
    }

    private List<MetricsRow> open(byte[] bytes) {
      byte[] lines = MetricsRecovery.wholeLines(bytes);
      offset += lines.length;
      consumed.update(lines);
      return decoder.decode(lines, 0, lines.length);
    }

    /// Goes on to a later segment. What storage has not taken yet was read before it is sealed;
    /// what is neither sealed nor open is missing.
    private void pass(boolean wasRead, long later) {
      if (!wasRead) {
        String others = later > number + 1 ? " and the %s after it are" : " is";
        problem(
            (segments.at(number) + others.formatted(later - number - 1))
                + " missing: reports of about a second each are not part of this history");
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
}
