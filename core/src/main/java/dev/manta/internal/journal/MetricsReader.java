package dev.manta.internal.journal;

import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;

/// Reads the rows of a run in the order in which they were written: sealed segments, then the open
/// one. What is missing or damaged is named in a warning, and the rest is read.
public final class MetricsReader {
  private static final System.Logger LOGGER = System.getLogger("dev.manta.journal");

  private static final int AT_ONCE = 64;

  private final Segments segments;
  private final int atOnce;
  private final Set<String> problems = new LinkedHashSet<>();

  /// @param run the run's directory in storage
  /// @param open the writer's local directory; where it is not there, only sealed rows are seen
  public MetricsReader(Storage storage, Location run, Path open) {
    this(storage, run, new LocalOpenDirectory(open), run.isLocal() ? 1 : AT_ONCE);
  }

  /// @param open the files that are not sealed yet
  /// @param atOnce how many objects are read at a time
  public MetricsReader(Storage storage, Location run, OpenDirectory open, int atOnce) {
    this.atOnce = atOnce;
    this.segments = new Segments(storage, run.resolve("metrics"), open);
  }

  /// All rows up to now.
  public Iterable<List<MetricsRow>> groups() {
    return () -> new RowGroups(cursor());
  }

  private MetricsCursor cursor() {
    return new MetricsCursor(segments, atOnce, this::problem);
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

  /// The rows of the last segments that are sealed.
  public List<MetricsRow> tail(int count) {
    return cursor().tail(count);
  }

  /// Follows the rows from the first on.
  public Follower<MetricsRow> follow() {
    MetricsCursor cursor = cursor();
    return new Follower<>(cursor::next);
  }

  /// Follows them as they were written, from the first on: for who reads millions of them in a way
  /// of his own. What a worker sent twice is there twice.
  public Follower<MetricsLines> followLines() {
    MetricsCursor cursor = cursor();
    return new Follower<>(() -> cursor.nextLines().stream().toList());
  }

  /// Adds a problem that somebody has with lines which he follows.
  public void unreadable(MetricsLines lines, RuntimeException why) {
    problem(lines.unreadable(why));
  }

  /// Groups of rows until there are no more.
  private static final class RowGroups implements Iterator<List<MetricsRow>> {
    private final MetricsCursor cursor;
    private List<MetricsRow> next;

    RowGroups(MetricsCursor cursor) {
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
}
