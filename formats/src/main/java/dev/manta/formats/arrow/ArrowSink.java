package dev.manta.formats.arrow;

import dev.manta.data.Batch;
import dev.manta.data.Sink;
import dev.manta.spi.arrow.ArrowStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes Arrow's streams, or files with a list of their messages at the end, as `pyarrow.ipc` and
/// `pandas.read_feather` read them.
public record ArrowSink(Form form) implements Sink {
  private static final byte[] MARK = "ARROW1".getBytes(StandardCharsets.US_ASCII);
  private static final int MARK_BYTES = 8;

  /// Which of Arrow's two forms.
  public enum Form {
    STREAM,
    FILE
  }

  /// A sink that writes Arrow's streaming form.
  public static ArrowSink stream() {
    return new ArrowSink(Form.STREAM);
  }

  /// A sink that writes Arrow's file form, whose batches are found by a footer.
  public static ArrowSink file() {
    return new ArrowSink(Form.FILE);
  }

  @Override
  public String extension() {
    return "arrow";
  }

  @Override
  public void write(Batch batch, OutputStream to) throws IOException {
    var stream = new ArrowStream(batch);
    switch (form) {
      case STREAM -> stream.write(to);
      case FILE -> file(stream, to);
    }
  }

  private static void file(ArrowStream stream, OutputStream to) throws IOException {
    to.write(Arrays.copyOf(MARK, MARK_BYTES));
    stream.write(to);
    byte[] footer = stream.footer(MARK_BYTES);
    to.write(footer);
    to.write(
        ByteBuffer.allocate(Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(footer.length)
            .array());
    to.write(MARK);
  }
}
