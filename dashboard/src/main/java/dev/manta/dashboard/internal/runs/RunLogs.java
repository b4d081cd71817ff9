package dev.manta.dashboard.internal.runs;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.logs.StoredLogs;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.stored.WorkerLogs;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// What the workers of a run have printed: in files on this machine, or in copies of what is in its
/// storage.
public final class RunLogs implements AutoCloseable {
  private static final Duration SEARCH_MAX = Duration.ofSeconds(10);

  /// Looking at the sizes of all logs takes at most this part of the time.
  private static final int LOOK_SHARE = 20;

  private final Location run;
  private final Path here;
  private volatile @Nullable Path copies;
  private long bytesSeen;
  private long nextLookNanos = System.nanoTime();

  RunLogs(Location run, Path here) {
    this.run = run;
    this.here = here;
  }

  /// A log.
  ///
  /// @param worker the number of the worker that printed it
  public record LogFile(String name, int rank, long worker, long bytes) {}

  /// A part of a log.
  ///
  /// @param from where it begins, in bytes
  /// @param to where the next part begins
  /// @param size how much there is
  public record Part(long from, long to, long size, String text) {}

  /// A line that was looked for.
  ///
  /// @param at where it begins, in bytes
  public record Match(String file, int rank, long line, long at, String text) {}

  /// Lines that were looked for.
  ///
  /// @param complete whether these are all of them
  public record Found(boolean complete, List<Match> matches) {}

  /// All logs, by rank.
  public List<LogFile> files() {
    return reading(() -> list(directory()));
  }

  private static List<LogFile> list(Path directory) throws IOException {
    List<LogFile> files = new ArrayList<>();
    for (WorkerLogs.Log log : WorkerLogs.in(directory)) {
      described(log).ifPresent(files::add);
    }
    return files;
  }

  private static Optional<LogFile> find(Path directory, String name) throws IOException {
    Optional<WorkerLogs.Log> log = WorkerLogs.find(directory, name);
    return log.isPresent() ? described(log.get()) : Optional.empty();
  }

  /// Empty where it is a link, which may lead anywhere, or was deleted meanwhile.
  private static Optional<LogFile> described(WorkerLogs.Log log) throws IOException {
    try {
      var file = Files.readAttributes(log.file(), BasicFileAttributes.class, NOFOLLOW_LINKS);
      String name = String.valueOf(log.file().getFileName());
      return file.isRegularFile()
          ? Optional.of(new LogFile(name, log.rank(), log.worker(), file.size()))
          : Optional.empty();
    } catch (NoSuchFileException deleted) {
      return Optional.empty();
    }
  }

  /// How much was printed, as far as this machine knows without asking storage. Where there are
  /// thousands of logs, as it was a moment ago. Asked by one thread.
  long bytes() {
    long begin = System.nanoTime();
    if (begin - nextLookNanos >= 0) {
      Path copied = copies;
      Path where = copied == null ? here : copied;
      bytesSeen = reading(() -> list(where).stream().mapToLong(LogFile::bytes).sum());
      long end = System.nanoTime();
      nextLookNanos = end + LOOK_SHARE * (end - begin);
    }
    return bytesSeen;
  }

  /// A part of a log, cut after whole lines where it has any; empty where there is no such log.
  ///
  /// @param from where it begins; what is negative counts from the end
  public Optional<Part> part(String name, long from, int bytes) {
    return reading(
        () -> {
          Optional<LogFile> known = find(directory(), name);
          return known.isEmpty() ? Optional.empty() : Optional.of(read(known.get(), from, bytes));
        });
  }

  private Part read(LogFile file, long from, int bytes) throws IOException {
    long size = file.bytes();
    long start = from < 0 ? Math.max(0, size + from) : Math.min(from, size);
    try (InputStream in = Files.newInputStream(directory().resolve(file.name()), NOFOLLOW_LINKS)) {
      in.skipNBytes(start);
      byte[] read = in.readNBytes(bytes);
      int begin = from < 0 && start > 0 ? afterFirstLine(read) : 0;
      int end = start + read.length < size ? afterLastLine(read, begin) : read.length;
      String text = new String(read, begin, end - begin, StandardCharsets.UTF_8);
      return new Part(start + begin, start + end, size, text);
    }
  }

  private static int afterFirstLine(byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return 0;
  }

  private static int afterLastLine(byte[] bytes, int begin) {
    for (int i = bytes.length; i > begin; i--) {
      if (bytes[i - 1] == '\n') {
        return i;
      }
    }
    return bytes.length;
  }

  /// The first lines that have a text, in upper or lower case.
  public Found search(String text, OptionalInt rank, int limit) {
    return reading(
        () -> {
          var search = new LogSearch(text, limit, SEARCH_MAX);
          Path directory = directory();
          for (LogFile file : list(directory)) {
            boolean wanted = rank.isEmpty() || rank.getAsInt() == file.rank();
            if (wanted && search.continues()) {
              search.look(file, directory.resolve(file.name()));
            }
          }
          return search.found();
        });
  }

  private synchronized Path directory() throws IOException {
    if (run.isLocal()) {
      return here;
    }
    Path directory = copies;
    if (directory == null) {
      directory = Files.createTempDirectory("manta-dashboard-logs-");
      copies = directory;
    }
    new StoredLogs(Storages.at(run), run).copyTo(directory);
    StoredLogs.addNewer(here, directory);
    return directory;
  }

  private interface Reading<T> {
    T read() throws IOException;
  }

  private <T> T reading(Reading<T> what) {
    try {
      return what.read();
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "cannot read the logs of " + run.name() + ": " + e, e);
    }
  }

  @Override
  public synchronized void close() {
    Path copied = copies;
    if (copied != null) {
      FileTree.delete(copied);
    }
  }
}
