package dev.manta.cli.notebook;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// What is printed, handed on in pieces that end with a line, and at each flush.
final class PrintedText extends OutputStream {
  private static final int PIECE_BYTES = 8 << 10;

  private final Consumer<String> printed;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

  private PrintedText(Consumer<String> printed) {
    this.printed = printed;
  }

  static PrintStream to(Consumer<String> printed) {
    return new PrintStream(new PrintedText(printed), false, StandardCharsets.UTF_8);
  }

  @Override
  public synchronized void write(int value) {
    kept.write(value);
    handOn(value == '\n' || kept.size() > PIECE_BYTES);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    kept.write(bytes, offset, length);
    boolean line = length > 0 && bytes[offset + length - 1] == '\n';
    handOn(line || kept.size() > PIECE_BYTES);
  }

  @Override
  public synchronized void flush() {
    handOn(kept.size() > 0);
  }

  private void handOn(boolean now) {
    if (now) {
      printed.accept(kept.toString(StandardCharsets.UTF_8));
      kept.reset();
    }
  }
}
