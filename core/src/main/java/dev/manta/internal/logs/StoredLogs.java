package dev.manta.internal.logs;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import dev.manta.error.MantaException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What workers print, in the storage of a run: each log in pieces of 1 MB, `logs/rank-0-w0.log/`
/// and a number, of which the last is replaced as it grows.
public final class StoredLogs {
  static final int PIECE_BYTES = 1 << 20;
  private static final Pattern PIECE = Pattern.compile("([^/]+)/(\\d{12})\\.log");

  private final Storage storage;
  private final Location logs;

  /// @param run the run's directory in storage
  public StoredLogs(Storage storage, Location run) {
    this.storage = storage;
    this.logs = run.resolve("logs");
  }

  /// How many bytes of each log are there, by its name.
  SortedMap<String, Long> sizes() {
    SortedMap<String, Long> sizes = new TreeMap<>();
    pieces().forEach((at, size) -> sizes.merge(at.log(), at.start() + size, Math::max));
    return sizes;
  }

  /// Where a piece of a log is.
  private record Piece(String log, long number) implements Comparable<Piece> {
    long start() {
      return (number - 1) * PIECE_BYTES;
    }

    @Override
    public int compareTo(Piece other) {
      int byLog = log.compareTo(other.log);
      return byLog != 0 ? byLog : Long.compare(number, other.number);
    }
  }

  private SortedMap<Piece, Long> pieces() {
    SortedMap<Piece, Long> pieces = new TreeMap<>();
    for (Entry entry : storage.list(logs)) {
      piece(entry.at().relativeTo(logs)).ifPresent(piece -> pieces.put(piece, entry.size()));
    }
    return pieces;
  }

  private static Optional<Piece> piece(String path) {
    Matcher matcher = PIECE.matcher(path);
    return matcher.matches()
        ? Optional.of(new Piece(matcher.group(1), Long.parseLong(matcher.group(2))))
        : Optional.empty();
  }

  private Location at(Piece piece) {
    return logs.resolve(piece.log())
        .resolve(String.format(Locale.ROOT, "%012d.log", piece.number()));
  }

  /// Stores a piece of a log, or replaces it by a longer one.
  void put(String log, long number, byte[] bytes) {
    storage.put(at(new Piece(log, number)), ByteSource.of(bytes));
  }

  /// Forgets a log.
  void delete(String log) {
    storage.deletePrefix(logs.resolve(log));
  }

  /// Brings files in a directory up to date: what is new in storage is added to them.
  public void copyTo(Path directory) throws IOException {
    for (var piece : pieces().entrySet()) {
      Path file = directory.resolve(piece.getKey().log());
      long there = Files.exists(file) ? Files.size(file) : 0;
      long from = there - piece.getKey().start();
      if (from >= 0 && from < piece.getValue()) {
        Files.write(file, read(piece.getKey(), from, piece.getValue()), CREATE, APPEND);
      }
    }
  }

  /// Adds to copies what longer files of the same names in another directory have more.
  public static void addNewer(Path from, Path copies) throws IOException {
    if (!Files.isDirectory(from)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(from, "*.log")) {
      for (Path file : files) {
        Path copy = copies.resolve(file.getFileName());
        long there = Files.exists(copy) ? Files.size(copy) : 0;
        if (Files.size(file) > there) {
          append(file, there, copy);
        }
      }
    }
  }

  private static void append(Path file, long from, Path to) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        OutputStream out = Files.newOutputStream(to, CREATE, APPEND)) {
      in.skipNBytes(from);
      in.transferTo(out);
    }
  }

  /// Nothing where the log has got another name meanwhile.
  private byte[] read(Piece piece, long from, long to) {
    byte[] bytes = new byte[Math.toIntExact(to - from)];
    try {
      storage.read(at(piece), from, MemorySegment.ofArray(bytes));
      return bytes;
    } catch (MantaException e) {
      if (storage.exists(at(piece))) {
        throw e;
      }
      return new byte[0];
    }
  }
}
