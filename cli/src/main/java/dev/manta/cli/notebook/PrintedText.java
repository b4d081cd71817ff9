package dev.manta.cli.notebook;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BiConsumer;

/// What is printed, collected for a moment: a cell may print more lines than a notebook takes
/// messages. Both streams are handed on in the order in which they were printed to.
final class PrintedText {
  private static final int PIECE_BYTES = 64 << 10;
  private static final Duration MOMENT = Duration.ofMillis(100);

  private final BiConsumer<String, String> printed;
  private final Collected out = new Collected("stdout");
  private final Collected err = new Collected("stderr");
  private boolean due;

  /// @param printed gets the name of a stream, as Jupyter has it, and a piece of its text
  PrintedText(BiConsumer<String, String> printed) {
    this.printed = printed;
  }

  PrintStream out() {
    return new PrintStream(out, false, StandardCharsets.UTF_8);
  }

  PrintStream err() {
    return new PrintStream(err, false, StandardCharsets.UTF_8);
  }

  /// Hands on what is there.
  synchronized void handOn() {
    out.handOn();
    err.handOn();
  }

  private synchronized void add(Collected stream, byte[] bytes, int offset, int length) {
    (stream == out ? err : out).handOn();
    stream.kept.write(bytes, offset, length);
    if (stream.kept.size() >= PIECE_BYTES) {
      stream.handOn();
    } else if (!due) {
      due = true;
      Thread.ofVirtual().name("manta-printed-text").start(this::handOnInAMoment);
    }
  }

  private void handOnInAMoment() {
    try {
      Thread.sleep(MOMENT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      due = false;
      handOn();
    }
  }

  /// One of the two streams; the lock is that of both.
  private final class Collected extends OutputStream {
    private final String name;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final CharsetDecoder decoder =
        StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE);

    private Collected(String name) {
      this.name = name;
    }

    @Override
    public void write(int value) {
      add(this, new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      add(this, bytes, offset, length);
    }

    @Override
    public void flush() {
      PrintedText.this.handOn();
    }

    /// A character of which not all bytes are there stays.
    private void handOn() {
      if (kept.size() == 0) {
        return;
      }
      ByteBuffer bytes = ByteBuffer.wrap(kept.toByteArray());
      CharBuffer text = CharBuffer.allocate(bytes.remaining());
      decoder.reset().decode(bytes, text, false);
      kept.reset();
      kept.write(bytes.array(), bytes.position(), bytes.remaining());
      if (text.position() > 0) {
        printed.accept(name, text.flip().toString());
      }
    }
  }
}
