package dev.manta.dashboard.internal.inspect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Diagnostic commands that a JVM of this user carries out itself, given by the JDK's `jcmd`.
final class JavaCommand {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private JavaCommand() {}

  /// What a JVM answers.
  static String of(long pid, String... words) throws IOException, InterruptedException {
    Path tool = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    if (!Files.isExecutable(tool)) {
      throw new IllegalArgumentException(
          tool + " is not there: this needs a whole JDK, not a runtime image");
    }
    List<String> command = new ArrayList<>(List.of(tool.toString(), String.valueOf(pid)));
    command.addAll(List.of(words));
    Path answer = Files.createTempFile("manta-jcmd-", ".txt");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(answer.toFile())
              .start();
      if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(
            "process %s has not answered within %s s: it may be stopped or swapped out"
                .formatted(pid, LIMIT.toSeconds()));
      }
      String text = Files.readString(answer, StandardCharsets.UTF_8);
      if (process.exitValue() != 0) {
        throw new IOException("process " + pid + " refuses: " + text.strip());
      }
      return text;
    } finally {
      Files.deleteIfExists(answer);
    }
  }
}
