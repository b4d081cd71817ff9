package dev.manta.internal.logs;

import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Puts what workers print into the storage of their run, from a thread of its own: what is 10 s
/// old or 8 MB, and at the end the rest. A log that cannot be stored now is tried again.
public final class LogUploads implements AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration AGE_MAX = Duration.ofSeconds(10);
  private static final Duration CLOSE_MAX = Duration.ofSeconds(20);
  private static final long BYTES_MAX = 8L << 20;

  private final StoredLogs stored;
  private final Path directory;
  private final Consumer<String> warn;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Map<String, Sent> sent = new HashMap<>();
  private final Thread thread;
  private @Nullable SortedMap<String, Long> before;
  private boolean warned;

  /// How much of a worker's log is in storage, under which name, and since when.
  private record Sent(String name, long bytes, long nanos) {}

  /// @param directory where the log files are
  /// @param warn hears once that logs cannot be stored
  public LogUploads(Storage storage, Location run, Path directory, Consumer<String> warn) {
    this.stored = new StoredLogs(storage, run);
    this.directory = directory;
    this.warn = warn;
    this.thread = Thread.ofVirtual().name("manta-log-uploads").start(this::serve);
  }

  private void serve() {
    try {
      while (!closing.await(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
        upload(false);
      }
      upload(true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// @param all whether what is neither old nor large is stored too
  private void upload(boolean all) {
    try {
      for (Path file : files()) {
        upload(file, all);
      }
    } catch (IOException | MantaException e) {
      if (!warned) {
        warned = true;
        warn.accept("logs stay on this machine until they can be stored: " + e.getMessage());
      }
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
    } catch (NoSuchFileException | NotDirectoryException none) {
      return List.of();
    }
  }

  private void upload(Path file, boolean all) throws IOException {
    String name = String.valueOf(file.getFileName());
    String worker = name.substring(name.lastIndexOf('-') + 1);
    long size = Files.size(file);
    Sent last = sent.computeIfAbsent(worker, _ -> earlier(name));
    boolean renamed = !last.name().equals(name);
    long from = renamed || size < last.bytes() ? 0 : last.bytes();
    boolean due = all || size - from >= BYTES_MAX || isOld(last);
    if (renamed || (size > from && due)) {
      put(file, name, from, size);
      sent.put(worker, new Sent(name, size, System.nanoTime()));
    }
    if (renamed) {
      stored.delete(last.name());
    }
  }

  private static boolean isOld(Sent last) {
    return System.nanoTime() - last.nanos() >= AGE_MAX.toNanos();
  }

  /// What an earlier driver on this machine has stored of a log.
  private Sent earlier(String name) {
    SortedMap<String, Long> known = before;
    if (known == null) {
      known = stored.sizes();
      before = known;
    }
    return new Sent(name, known.getOrDefault(name, 0L), System.nanoTime());
  }

  private void put(Path file, String name, long from, long size) throws IOException {
    long first = from / StoredLogs.PIECE_BYTES;
    try (InputStream in = Files.newInputStream(file)) {
      in.skipNBytes(first * StoredLogs.PIECE_BYTES);
      for (long start = first * StoredLogs.PIECE_BYTES;
          start < size;
          start += StoredLogs.PIECE_BYTES) {
        int count = (int) Math.min(StoredLogs.PIECE_BYTES, size - start);
        stored.put(name, start / StoredLogs.PIECE_BYTES + 1, in.readNBytes(count));
      }
    }
  }

  /// Stores what is left, within a limit.
  @Override
  public void close() {
    closing.countDown();
    try {
      if (!thread.join(CLOSE_MAX)) {
        thread.interrupt();
        warn.accept("the last lines of the logs stay on this machine, in " + directory);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
