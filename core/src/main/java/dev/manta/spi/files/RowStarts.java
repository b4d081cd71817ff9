package dev.manta.spi.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/// Where the records begin that belong to each range of a file, for files that tell only where the
/// next record is: ranges are found by going from one to the next, and what was found is kept.
public final class RowStarts {
  private static final long UNKNOWN = -1;

  private final long size;
  private final long range;
  private final Path path;
  private final long[] starts;

  /// A way along the records of a file.
  public interface Walk extends AutoCloseable {
    /// Where the next record begins; the size of the file behind the last.
    long next() throws IOException;

    @Override
    void close() throws IOException;
  }

  /// The way from the record that begins at a byte.
  public interface Path {
    /// The rows from a place on that is the start of one.
    Walk from(long start);
  }

  /// Of a file of so many bytes, cut into ranges of so many.
  public RowStarts(long size, long range, Path path) {
    this.size = size;
    this.range = range;
    this.path = path;
    this.starts = new long[(int) Math.ceilDiv(size, range) + 1];
    Arrays.fill(starts, UNKNOWN);
    starts[0] = 0;
    starts[starts.length - 1] = size;
  }

  /// The size of the file.
  public long size() {
    return size;
  }

  /// The first record that begins in a range or behind it; the size of the file where there is
  /// none.
  public synchronized long of(int index) {
    int known = index;
    while (starts[known] == UNKNOWN) {
      known--;
    }
    if (known < index) {
      walk(known, index);
    }
    return starts[index];
  }

  private void walk(int from, int to) {
    long at = starts[from];
    try (Walk walk = path.from(at)) {
      for (int i = from + 1; i <= to; i++) {
        while (at < i * range && at < size) {
          at = walk.next();
        }
        starts[i] = at;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
