package dev.manta.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// Types `manta …` as a user with a home directory of their own would.
final class Shell {
  private static final long LIMIT_SECONDS = 300;

  private final Path home;

  Shell(Path home) {
    this.home = home;
  }

  /// What a command printed, and its exit code.
  record Said(int status, String text) {}

  /// Runs a command to its end.
  Said manta(String... arguments) throws Exception {
    return start(arguments).end();
  }

  /// Starts a command.
  Typed start(String... arguments) throws IOException {
    List<String> command = JavaCommand.manta();
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-Duser.home=" + home);
    command.add("-Dmanta.home=" + Sources.root());
    command.addAll(JavaCommand.mantaMain());
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile(home, "out", ".txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    return new Typed(process, out);
  }

  /// A command that runs.
  record Typed(Process process, Path out) {
    Said end() throws Exception {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("did not end in time:\n" + Files.readString(out));
      }
      return new Said(process.exitValue(), Files.readString(out));
    }

    /// Waits until the command has printed a text so often.
    void awaitText(String text, int times) throws Exception {
      String quoted = java.util.regex.Pattern.quote(text);
      await(printed -> printed.split(quoted, -1).length > times, text);
    }

    /// Waits until what the command has printed is enough.
    void await(Predicate<String> enough, String what) throws Exception {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
      while (!enough.test(Files.readString(out))) {
        if (!process.isAlive() || System.nanoTime() > end) {
          throw new AssertionError("no \"" + what + "\" in:\n" + Files.readString(out));
        }
        process.waitFor(50, TimeUnit.MILLISECONDS);
      }
    }

    /// As Ctrl-C does.
    void interrupt() throws Exception {
      new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }
  }
}
