package dev.manta.train.tracker;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.spi.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What is still to be sent to a server, on disk, oldest first: one writer, one reader, and a limit
/// to its size.
///
/// Entries are lines of files that are named by the number of their first entry. A file goes when
/// all of it was sent, unless it is the newest: that one says how far a run has come.
final class Backlog implements AutoCloseable {
  /// An entry and its number, which only grows.
  record Entry(long number, JsonObject content) {}

  private static final long FILE_BYTES = 1 << 20;
  private static final String ENDING = ".jsonl";
  private static final String SENT = "sent";

  private final Path directory;
  private final long bytesMax;
  private final TreeMap<Long, Long> bytes = new TreeMap<>();
  private final Optional<JsonObject> last;
  private LineFile file;
  private long next;
  private long unread;

  private Backlog(Path directory, long bytesMax) throws IOException {
    this.directory = directory;
    this.bytesMax = bytesMax;
    Files.createDirectories(directory);
    try (Stream<Path> files = Files.list(directory)) {
      for (Path path : files.filter(path -> path.toString().endsWith(ENDING)).toList()) {
        bytes.put(first(path), Files.size(path));
      }
    }
    long newest = bytes.isEmpty() ? 1 : bytes.lastKey();
    this.file = LineFile.open(path(newest));
    bytes.put(newest, file.length());
    this.next = newest + count(path(newest));
    this.unread = Math.clamp(acknowledged() + 1, bytes.firstKey(), next);
    this.last = file.last().map(line -> Json.parse(line).asObject());
  }

  /// Opens what is there, or makes it.
  ///
  /// @param bytesMax how much may lie there; more is refused
  static Backlog open(Path directory, long bytesMax) throws IOException {
    try {
      return new Backlog(directory, bytesMax);
    } catch (JsonException e) {
      throw new IOException("what lies in " + directory + " to be sent cannot be read", e);
    }
  }

  private static long first(Path path) {
    String name = path.getFileName().toString();
    return Long.parseLong(name.substring(0, name.length() - ENDING.length()));
  }

  private Path path(long first) {
    return directory.resolve(String.format(Locale.ROOT, "%012d", first) + ENDING);
  }

  private static long count(Path path) throws IOException {
    try (Stream<String> lines = Files.lines(path)) {
      return lines.count();
    }
  }

  /// A hint: who reads it asks the server what it has.
  private long acknowledged() throws IOException {
    Path path = directory.resolve(SENT);
    String number = Files.exists(path) ? Files.readString(path).strip() : "";
    return number.matches("\\d{1,18}") ? Long.parseLong(number) : 0;
  }

  /// The last entry that was there when it was opened, sent or not.
  Optional<JsonObject> last() {
    return last;
  }

  /// Adds an entry; false where there is no space for it.
  synchronized boolean add(JsonObject entry) throws IOException {
    String line = entry.text();
    int length = line.getBytes(StandardCharsets.UTF_8).length + 1;
    long all = bytes.values().stream().mapToLong(Long::longValue).sum();
    if (all + length > bytesMax) {
      return false;
    }
    if (bytes.lastEntry().getValue() > FILE_BYTES) {
      file.close();
      file = LineFile.open(path(next));
      bytes.put(next, 0L);
    }
    file.append(line);
    bytes.merge(bytes.lastKey(), (long) length, Long::sum);
    next++;
    notifyAll();
    return true;
  }

  /// The oldest entries that were not taken yet; waits for one, and is empty where none comes.
  synchronized List<Entry> take(int max, Duration wait) throws IOException, InterruptedException {
    long end = System.nanoTime() + wait.toNanos();
    for (long left = wait.toMillis(); unread == next && left > 0; ) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
    return unread == next ? List.of() : read(max);
  }

  private List<Entry> read(int max) throws IOException {
    long first = bytes.floorKey(unread);
    Long following = bytes.higherKey(first);
    long end = Math.min(following == null ? next : following, unread + max);
    List<Entry> entries = new ArrayList<>();
    try (BufferedReader reader = Files.newBufferedReader(path(first))) {
      for (long number = first; number < end; number++) {
        String line = reader.readLine();
        if (line == null) {
          throw new IOException(path(first) + " has lost lines");
        }
        if (number >= unread) {
          entry(number, line).ifPresent(entries::add);
        }
      }
    }
    unread = end;
    return entries;
  }

  /// A line that a failing disk has damaged is in the way of no other.
  private static Optional<Entry> entry(long number, String line) {
    try {
      return Optional.of(new Entry(number, Json.parse(line).asObject()));
    } catch (JsonException damaged) {
      return Optional.empty();
    }
  }

  /// Everything up to an entry was sent: that need not be kept.
  synchronized void sent(long number) throws IOException {
    Files.writeString(directory.resolve(SENT), number + "\n");
    while (bytes.size() > 1 && bytes.higherKey(bytes.firstKey()) <= number + 1) {
      Files.deleteIfExists(path(bytes.pollFirstEntry().getKey()));
    }
  }

  /// Takes again what comes from an entry on.
  synchronized void again(long number) {
    unread = Math.max(number, bytes.firstKey());
  }

  /// Whether everything was taken.
  synchronized boolean isTaken() {
    return unread == next;
  }

  @Override
  public synchronized void close() throws IOException {
    file.close();
  }
}
