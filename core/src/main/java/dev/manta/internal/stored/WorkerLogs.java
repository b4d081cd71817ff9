package dev.manta.internal.stored;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The log files of a run's workers, and how far they were read.
public final class WorkerLogs {
  private static final Pattern NAME = Pattern.compile("rank-(\\d{1,9})-\\D*(\\d{0,18}).*\\.log");

  private final Path directory;
  private final OptionalInt only;
  private final Map<Path, Long> read = new HashMap<>();

  /// The logs in a directory; of one rank only, or of all.
  public WorkerLogs(Path directory, OptionalInt only) {
    this.directory = directory;
    this.only = only;
  }

  /// A worker's log, by the numbers in its name.
  public record Log(Path file, int rank, long worker) {}

  /// The logs in a directory, by rank and then by worker; none where it is not there.
  public static List<Log> in(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(WorkerLogs::log)
          .flatMap(Stream::ofNullable)
          .sorted(Comparator.comparingInt(Log::rank).thenComparingLong(Log::worker))
          .toList();
    }
  }

  /// The log of that name in a directory, whether or not it is there; empty where no log has such a
  /// name.
  public static Optional<Log> find(Path directory, String name) {
    return Optional.ofNullable(log(directory.resolve(name)));
  }

  /// Passes on the whole lines that are new, and says how many there were.
  public long next(Consumer<String> lines) throws IOException {
    return pass(lines, WorkerLogs::afterLastLine);
  }

  /// Passes on all that is left, a line without an end included.
  public long rest(Consumer<String> lines) throws IOException {
    return pass(lines, bytes -> bytes.length);
  }

  private long pass(Consumer<String> lines, ToIntFunction<byte[]> ready) throws IOException {
    long count = 0;
    for (Log log : logs()) {
      for (String line : newLines(log.file, ready)) {
        lines.accept(only.isPresent() ? line : "[rank " + log.rank + "] " + line);
        count++;
      }
    }
    return count;
  }

  private List<Log> logs() throws IOException {
    return in(directory).stream()
        .filter(log -> only.isEmpty() || only.getAsInt() == log.rank)
        .toList();
  }

  private static @Nullable Log log(Path file) {
    Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
    if (!name.matches()) {
      return null;
    }
    String worker = name.group(2);
    long number = worker.isEmpty() ? 0 : Long.parseLong(worker);
    return new Log(file, Integer.parseInt(name.group(1)), number);
  }

  private List<String> newLines(Path file, ToIntFunction<byte[]> ready) throws IOException {
    long from = read.getOrDefault(file, 0L);
    try (var in = Files.newInputStream(file)) {
      in.skipNBytes(from);
      byte[] bytes = in.readAllBytes();
      int end = ready.applyAsInt(bytes);
      read.put(file, from + end);
      return new String(bytes, 0, end, StandardCharsets.UTF_8).lines().toList();
    }
  }

  private static int afterLastLine(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    return end;
  }
}
