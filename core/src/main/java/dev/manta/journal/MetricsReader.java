package dev.manta.journal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.json.JsonException;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.zip.CRC32C;

/// Reads the rows of a run in the order in which they were written: sealed segments, then the open
/// one.
public final class MetricsReader {
  private final Segments segments;

  /// @param run the run's directory in storage
  /// @param open the writer's local directory; where it is not there, only sealed rows are seen
  public MetricsReader(Storage storage, Location run, Path open) {
    this.segments = new Segments(storage, run.resolve("metrics"), open);
  }

  /// All rows up to now.
  public Iterable<List<Row>> groups() {
    return () -> new RowGroups(new Cursor());
  }

  /// All rows up to now, in memory.
  public List<Row> all() {
    List<Row> rows = new ArrayList<>();
    groups().forEach(rows::addAll);
    return rows;
  }

  /// The rows of the last segments that are sealed.
  public List<Row> tail(int count) {
    long last = segments.lastSealed();
    RowDecoder decoder = new RowDecoder();
    List<Row> rows = new ArrayList<>();
    for (long number = Math.max(1, last - count + 1); number <= last; number++) {
      segments
          .sealed(number)
          .ifPresent(lines -> rows.addAll(decoder.decode(lines, 0, lines.length)));
    }
    return rows;
  }

  /// Follows the rows from the first on.
  public Follower<Row> follow() {
    Cursor cursor = new Cursor();
    return new Follower<>(cursor::next);
  }

  /// Groups of rows until there are no more.
  private static final class RowGroups implements Iterator<List<Row>> {
    private final Cursor cursor;
    private List<Row> next;

    RowGroups(Cursor cursor) {
      this.cursor = cursor;
      this.next = cursor.next();
    }

    @Override
    public boolean hasNext() {
      return !next.isEmpty();
    }

    @Override
    public List<Row> next() {
      if (next.isEmpty()) {
        throw new NoSuchElementException("no more rows");
      }
      List<Row> group = next;
      next = cursor.next();
      return group;
    }
  }

  /// A place in the stream: so many bytes of a segment are consumed, and this is their checksum.
  private final class Cursor {
    private final RowDecoder decoder = new RowDecoder();
    private final CRC32C consumed = new CRC32C();
    private long number = 1;
    private int offset;

    /// The next rows, at most one segment's; empty when there is nothing new.
    List<Row> next() {
      List<Row> rows = List.of();
      Optional<byte[]> sealed = segments.sealed(number);
      while (rows.isEmpty() && sealed.isPresent()) {
        rows = decode(sealed.get(), start(sealed.get()));
        number++;
        offset = 0;
        consumed.reset();
        sealed = rows.isEmpty() ? segments.sealed(number) : sealed;
      }
      return rows.isEmpty() ? open() : rows;
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

    private List<Row> open() {
      byte[] lines = MetricsRecovery.wholeLines(openBytes(number, offset));
      offset += lines.length;
      consumed.update(lines);
      return decode(lines, 0);
    }

    private List<Row> decode(byte[] lines, int from) {
      try {
        return decoder.decode(lines, from, lines.length);
      } catch (JsonException e) {
        throw new MantaException(
            ErrorCode.STORAGE,
            "the metrics in %s are damaged: %s".formatted(segments.at(number), e.getMessage()),
            e);
      }
    }
  }

  private byte[] openBytes(long number, int from) {
    String name = SegmentNumber.name(number, ".*" + Segments.SUFFIX);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(segments.open(), name)) {
      for (Path file : files) {
        return tail(file, from);
      }
    } catch (NoSuchFileException | NotDirectoryException none) {
      return new byte[0];
    } catch (IOException e) {
      throw StorageFailure.of("read", Location.of(segments.open()), e);
    }
    return new byte[0];
  }

  private static byte[] tail(Path file, int from) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      in.skipNBytes(Math.min(from, Files.size(file)));
      return in.readAllBytes();
    }
  }
}
