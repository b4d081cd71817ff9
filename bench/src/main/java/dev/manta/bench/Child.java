package dev.manta.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A program that says its figures on standard output, one a line: `figure NAME NUMBER`.
///
/// @param command what to run
/// @param directory where it runs; it is also its temp directory
/// @param limit how long it may take
public record Child(List<String> command, Path directory, Duration limit) {
  /// The environment variable that tells it when it was started, in seconds since 1970.
  public static final String STARTED = "MANTA_BENCH_STARTED";

  private static final String PREFIX = "figure ";
  private static final int TAIL_LINES = 20;

  public Child {
    command = List.copyOf(command);
  }

  /// A JVM as a user would start it, with the class path of this one.
  public static Child java(Class<?> main, List<String> arguments, Path directory, Duration limit) {
    return new Child(Jvm.command(main, arguments), directory, limit);
  }

  /// Runs it to its end.
  ///
  /// @throws IOException when it fails or takes too long; the message has the end of what it
  ///   printed
  public Map<String, Double> figures() throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    Process process = start(output);
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException(command.getFirst() + " took longer than " + limit + tail(output));
      }
    } finally {
      end(process);
    }
    if (process.exitValue() != 0) {
      throw new IOException(
          String.join(" ", command) + " ended with status " + process.exitValue() + tail(output));
    }
    return parse(Files.readAllLines(output));
  }

  static Map<String, Double> parse(List<String> lines) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (String line : lines) {
      String[] words = line.split(" ", -1);
      if (line.startsWith(PREFIX) && words.length == 3) {
        figures.put(words[1], Double.valueOf(words[2]));
      }
    }
    return figures;
  }

  private Process start(Path output) throws IOException {
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("TMPDIR", directory.toString());
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put(STARTED, String.valueOf(System.currentTimeMillis() / 1e3));
    return builder.start();
  }

  /// Ends it and everything it started.
  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static String tail(Path output) throws IOException {
    List<String> lines = Files.readAllLines(output);
    List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
    return "\n  " + String.join("\n  ", last);
  }
}
