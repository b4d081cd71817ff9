package dev.manta.dashboard.internal.runs;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.logs.StoredLogs;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.stored.WorkerLogs;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// What the workers of a run have printed: in files on this machine, or in copies of what is in its
/// storage.
public final class RunLogs implements AutoCloseable {
  private static final int LINE_SHOWN_MAX = 2_000;

  private final Location run;
  private final Path here;
  private volatile @Nullable Path copies;

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

  /// All logs, by rank.
  public List<LogFile> files() {
    return reading(() -> list(directory()));
  }

  private static List<LogFile> list(Path directory) throws IOException {
    List<LogFile> files = new ArrayList<>();
    for (WorkerLogs.Log log : WorkerLogs.in(directory)) {
      if (Files.isRegularFile(log.file(), LinkOption.NOFOLLOW_LINKS)) {
        String name = String.valueOf(log.file().getFileName());
        files.add(new LogFile(name, log.rank(), log.worker(), Files.size(log.file())));
      }
    }
    return files;
  }

  /// How much was printed, as far as this machine knows without asking storage.
  long bytes() {
    Path copied = copies;
    Path where = copied == null ? here : copied;
    return reading(() -> list(where).stream().mapToLong(LogFile::bytes).sum());
  }

  /// A part of a log, cut after whole lines where it has any; empty where there is no such log.
  ///
  /// @param from where it begins; what is negative counts from the end
  public Optional<Part> part(String name, long from, int bytes) {
    return reading(
        () -> {
          Optional<LogFile> known = files().stream().filter(f -> f.name().equals(name)).findFirst();
          return known.isEmpty() ? Optional.empty() : Optional.of(read(known.get(), from, bytes));
        });
  }

  private Part read(LogFile file, long from, int bytes) throws IOException {
    long size = file.bytes();
    long start = from < 0 ? Math.max(0, size + from) : Math.min(from, size);
    try (InputStream in = Files.newInputStream(directory().resolve(file.name()))) {
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
  public List<Match> search(String text, OptionalInt rank, int limit) {
    return reading(
        () -> {
          List<Match> found = new ArrayList<>();
          for (LogFile file : files()) {
            if (rank.isEmpty() || rank.getAsInt() == file.rank()) {
              search(file, text.toLowerCase(Locale.ROOT), limit, found);
            }
          }
          return found;
        });
  }

  private void search(LogFile file, String wanted, int limit, List<Match> found)
      throws IOException {
    try (InputStream in = Files.newInputStream(directory().resolve(file.name()));
        var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      long at = 0;
      long number = 1;
      for (String line = lines.readLine();
          line != null && found.size() < limit;
          line = lines.readLine()) {
        if (line.toLowerCase(Locale.ROOT).contains(wanted)) {
          String shown = line.substring(0, Math.min(line.length(), LINE_SHOWN_MAX));
          found.add(new Match(file.name(), file.rank(), number, at, shown));
        }
        at += line.getBytes(StandardCharsets.UTF_8).length + 1L;
        number++;
      }
    }
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
