package dev.manta.internal.console;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Standard output and error while a picture is on the terminal: what the program prints goes above
/// it.
final class InterceptedOutput implements AutoCloseable {
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final LineStream lines;

  InterceptedOutput(Consumer<String> sink) {
    lines = new LineStream(sink);
    var stream = new PrintStream(lines, true, StandardCharsets.UTF_8);
    System.setOut(stream);
    System.setErr(stream);
  }

  @Override
  public void close() {
    System.setOut(out);
    System.setErr(err);
    lines.finish();
  }

  /// Bytes in, whole lines out.
  private static final class LineStream extends OutputStream {
    private final Consumer<String> sink;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    LineStream(Consumer<String> sink) {
      this.sink = sink;
    }

    @Override
    public synchronized void write(int b) {
      if (b == '\n') {
        emit();
      } else {
        line.write(b);
      }
    }

    synchronized void finish() {
      if (line.size() > 0) {
        emit();
      }
    }

    private void emit() {
      String text = line.toString(StandardCharsets.UTF_8);
      line.reset();
      sink.accept(text);
    }
  }
}
