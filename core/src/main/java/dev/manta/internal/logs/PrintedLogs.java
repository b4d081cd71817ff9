package dev.manta.internal.logs;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The logs of workers that do not write into the run's directory themselves: written here as their
/// nodes tell what they print. Those of other workers are left alone.
public final class PrintedLogs {
  private final Path directory;
  private final Consumer<String> warn;
  private final Map<String, Log> logs = new ConcurrentHashMap<>();

  /// @param directory the run's
  /// @param warn hears once of each log that cannot be written
  public PrintedLogs(Path directory, Consumer<String> warn) {
    this.directory = directory;
    this.warn = warn;
  }

  /// A worker was started, or taken over, as this.
  public void opened(WorkerSpec worker) {
    logs.computeIfAbsent(worker.worker(), _ -> new Log()).named(worker);
  }

  /// Adds what a worker has printed to its log; of one that nobody has started there is none.
  public void add(WorkerNews.Printed printed) {
    Log log = logs.get(printed.worker());
    if (log != null) {
      log.add(printed);
    }
  }

  /// One worker's log, and how much of what came for it could not be written.
  private final class Log {
    private Path file = directory;
    private long lost;

    /// A spare's log gets the name of its rank, unless who writes it has renamed it.
    synchronized void named(WorkerSpec worker) {
      file = worker.log(directory);
      Path spare = worker.asSpare().log(directory);
      try {
        if (!spare.equals(file) && Files.exists(spare) && !Files.exists(file)) {
          Files.move(spare, file);
        }
      } catch (IOException e) {
        warn.accept(spare + " keeps its name: " + e);
      }
    }

    synchronized void add(WorkerNews.Printed printed) {
      long missing = lost + printed.leftOut();
      byte[] gap = missing == 0 ? new byte[0] : gap(missing);
      try {
        Files.createDirectories(directory.resolve("logs"));
        Files.write(file, concat(gap, printed.bytes()), CREATE, APPEND);
        lost = 0;
      } catch (IOException e) {
        if (lost == 0) {
          warn.accept(file + " cannot be written, so lines will be missing in it: " + e);
        }
        lost += printed.bytes().length + printed.leftOut();
      }
    }

    private byte[] gap(long bytes) {
      return String.format(
              Locale.ROOT,
              "%nmanta: %,d bytes that this worker printed are left out here; its node keeps"
                  + " them%n",
              bytes)
          .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] concat(byte[] first, byte[] second) {
      byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
      System.arraycopy(second, 0, both, first.length, second.length);
      return both;
    }
  }
}
