package dev.manta.testkit.hosts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A command of the system that ends soon.
final class SystemCommand {
  private static final int SECONDS_MAX = 30;

  private SystemCommand() {}

  /// Runs it, and returns what it printed.
  ///
  /// @throws IllegalStateException where it fails
  static String run(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      var printed =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      requireWell(process, command, printed);
      return printed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void requireWell(Process process, List<String> command, String printed) {
    try {
      boolean ended = process.waitFor(SECONDS_MAX, TimeUnit.SECONDS);
      if (!ended || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IllegalStateException(String.join(" ", command) + ": " + printed);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in " + String.join(" ", command), e);
    }
  }
}
