package dev.manta.internal.console;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The terminal that this process was started in.
final class SystemTerminal implements Terminal {
  private static final long SIZE_VALID_NANOS = Duration.ofSeconds(2).toNanos();

  private final PrintStream out;
  private Size size = Size.USUAL;
  private long measured;
  private boolean known;

  private SystemTerminal(PrintStream out) {
    this.out = out;
  }

  /// The terminal behind standard output, if there is one that can be drawn on.
  static Optional<Terminal> find() {
    String term = System.getenv().getOrDefault("TERM", "dumb");
    return term.equals("dumb") || !outputIsTerminal()
        ? Optional.empty()
        : Optional.of(new SystemTerminal(System.out));
  }

  private static boolean outputIsTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException noProc) {
      return Optional.ofNullable(System.console()).filter(java.io.Console::isTerminal).isPresent();
    }
  }

  @Override
  public void print(String text) {
    out.print(text);
    out.flush();
  }

  @Override
  public Size size() {
    if (!known || System.nanoTime() - measured > SIZE_VALID_NANOS) {
      size = measure().orElse(size);
      measured = System.nanoTime();
      known = true;
    }
    return size;
  }

  /// Asks `stty`: the foreign function interface would print a warning in programs that users start
  /// themselves.
  private static Optional<Size> measure() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      stty.waitFor(1, TimeUnit.SECONDS);
      return parse(answer);
    } catch (IOException _) {
      return Optional.empty();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  static Optional<Size> parse(String answer) {
    String[] parts = answer.strip().split(" ", -1);
    if (parts.length != 2 || !answer.strip().matches("\\d{1,4} \\d{1,4}")) {
      return Optional.empty();
    }
    Size size = new Size(Integer.parseInt(parts[1]), Integer.parseInt(parts[0]));
    return size.columns() > 0 && size.rows() > 0 ? Optional.of(size) : Optional.empty();
  }
}
