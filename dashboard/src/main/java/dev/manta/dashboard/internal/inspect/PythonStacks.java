package dev.manta.dashboard.internal.inspect;

import dev.manta.internal.machine.Pids;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The stacks of a Python rank: its interpreter writes them into the worker's log when it gets
/// SIGUSR1.
final class PythonStacks {
  private static final int SIGUSR1 = 10;
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final long LOOK_MILLIS = 20;
  private static final int READ_MAX = 4 << 20;

  private PythonStacks() {}

  static String of(LocalWorker worker, Path logs) throws IOException, InterruptedException {
    if (!catches(worker.pid())) {
      throw new IOException(
          "its interpreter does not write its stacks on SIGUSR1, which would end it: register that by faulthandler.register(signal.SIGUSR1), or try py-spy dump --pid "
              + worker.pid());
    }
    Path log = log(worker, logs);
    long before = Files.size(log);
    new ProcessBuilder("kill", "-USR1", String.valueOf(worker.pid()))
        .inheritIO()
        .start()
        .waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
    return written(worker, log, before, LIMIT);
  }

  /// A signal that nobody catches ends a process.
  private static boolean catches(long pid) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc", String.valueOf(pid), "status"))) {
      return lines
          .filter(line -> line.startsWith("SigCgt:"))
          .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
          .anyMatch(mask -> ((mask >>> (SIGUSR1 - 1)) & 1) == 1);
    }
  }

  private static Path log(LocalWorker worker, Path logs) throws IOException {
    try (Stream<Path> files = Files.walk(logs)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.getFileName().toString().endsWith("-" + worker.id() + ".log"))
          .findFirst()
          .orElseThrow(() -> new IOException("there is no log of " + worker.id() + " in " + logs));
    }
  }

  /// What is behind a place in a log. The last line that the interpreter writes is not marked: it
  /// has written when nothing more comes, or when the rank has printed for as long as this waits.
  static String written(LocalWorker worker, Path log, long before, Duration limit)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    long size = before;
    boolean done = false;
    while (!done && System.nanoTime() < end && Pids.runs(worker.pid())) {
      Thread.sleep(LOOK_MILLIS);
      long now = Files.size(log);
      done = now > before && now == size;
      size = now;
    }
    if (size <= before) {
      throw new IOException(
          "its interpreter has written no stacks within " + limit.toSeconds() + " s");
    }
    return read(log, before);
  }

  /// Logs may be larger than memory.
  private static String read(Path log, long from) throws IOException {
    try (InputStream in = Files.newInputStream(log)) {
      in.skipNBytes(from);
      return new String(in.readNBytes(READ_MAX), StandardCharsets.UTF_8);
    }
  }
}
