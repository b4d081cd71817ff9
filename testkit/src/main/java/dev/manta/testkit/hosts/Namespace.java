package dev.manta.testkit.hosts;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A process in namespaces of its own, which exist as long as it does. It reads from this JVM, so
/// that it ends with it, and all processes in its pid namespace with it.
final class Namespace implements AutoCloseable {
  private static final String READY = "ready";

  private final Process process;
  private final ProcessHandle first;

  private Namespace(Process process, ProcessHandle first) {
    this.process = process;
    this.first = first;
  }

  /// @param kinds options of `unshare`
  /// @param setUp a shell script that runs in there first, with `arguments`
  static Namespace open(List<String> kinds, String setUp, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("unshare"));
    command.addAll(kinds);
    command.addAll(List.of("--fork", "--kill-child", "sh", "-ec"));
    command.add(setUp + "\necho " + READY + "\nexec cat > /dev/null");
    command.add("manta-host");
    command.addAll(arguments);
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      requireReady(process, command);
      return new Namespace(process, process.children().findFirst().orElseThrow());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void requireReady(Process process, List<String> command) throws IOException {
    BufferedReader printed = process.inputReader();
    var said = new StringBuilder();
    for (String line = printed.readLine(); !READY.equals(line); line = printed.readLine()) {
      if (line == null) {
        throw new IllegalStateException(String.join(" ", command) + ": " + said);
      }
      said.append(line).append('\n');
    }
  }

  /// The process id, as this machine knows it, by which others enter.
  long pid() {
    return first.pid();
  }

  /// Ends it with every process in there, and waits until they are gone.
  @Override
  public void close() {
    process.destroyForcibly();
    first.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
