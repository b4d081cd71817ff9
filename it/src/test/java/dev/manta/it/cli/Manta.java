package dev.manta.it.cli;

import dev.manta.it.JavaCommand;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A `manta` command in a process of its own, with what it has printed.
final class Manta implements AutoCloseable {
  private static final long LIMIT_SECONDS = 300;

  private final Process process;
  private final BlockingQueue<String> arriving = new LinkedBlockingQueue<>();
  private final StringBuilder printed = new StringBuilder();
  private final Thread reader;

  private Manta(Process process) {
    this.process = process;
    this.reader = Thread.ofVirtual().start(this::read);
  }

  /// Starts a command; caches go to a directory.
  static Manta start(Path caches, String... args) throws IOException {
    return start(caches, List.of(), args);
  }

  /// The same with more options for its JVM.
  static Manta start(Path caches, List<String> options, String... args) throws IOException {
    return start(command(caches, options, args));
  }

  /// The same as a process that ignores the end of its terminal.
  static Manta nohup(Path caches, List<String> options, String... args) throws IOException {
    List<String> command = command(caches, options, args);
    command.add(JavaCommand.before().size(), "nohup");
    return start(command);
  }

  private static Manta start(List<String> command) throws IOException {
    return new Manta(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  private static List<String> command(Path caches, List<String> options, String... args) {
    List<String> command = JavaCommand.manta();
    command.addAll(options);
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Dmanta.cache=" + caches));
    command.addAll(JavaCommand.mantaMain());
    command.addAll(List.of(args));
    return command;
  }

  private void read() {
    try (var lines =
        new java.io.BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        arriving.add(line);
      }
    } catch (IOException _) {
      arriving.add("the output could not be read");
    }
  }

  /// Waits for a line with this text.
  void awaitLine(String text) throws InterruptedException {
    String line = "";
    while (!line.contains(text)) {
      String next = arriving.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("no line with \"" + text + "\" after:\n" + printed);
      }
      printed.append(next).append('\n');
      line = next;
    }
  }

  /// Presses Ctrl-C.
  void interrupt() throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
  }

  /// Asks the process to end, as whoever takes a machine away does.
  void terminate() {
    process.destroy();
  }

  /// Closes the terminal.
  void hangUp() throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-HUP", Long.toString(process.pid())).start().waitFor();
  }

  /// Waits for the end; the exit code.
  int exitCode() throws InterruptedException {
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("still running after:\n" + output());
    }
    reader.join();
    return process.exitValue();
  }

  String output() {
    List<String> rest = new ArrayList<>();
    arriving.drainTo(rest);
    rest.forEach(line -> printed.append(line).append('\n'));
    return printed.toString();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
