package dev.manta.internal.data.source;

import dev.manta.spi.files.StoredStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/// A file that is gone through from its beginning, and how far that has come.
final class SequentialFile {
  private static final int BUFFER = 64 << 10;

  private final String path;
  private final Stored stored;
  private final ReadWindow window;
  private long line;
  private long behind;

  /// What is stored, with a count of what was asked for.
  private static final class Stored extends FilterInputStream {
    private long count;

    Stored(String path) {
      super(StoredStream.of(path));
    }

    @Override
    public int read() throws IOException {
      int found = super.read();
      count += found < 0 ? 0 : 1;
      return found;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int found = super.read(into, offset, length);
      count += Math.max(found, 0);
      return found;
    }
  }

  SequentialFile(String path) throws IOException {
    this.path = path;
    this.stored = new Stored(path);
    InputStream in = LineFiles.isPacked(path) ? new GZIPInputStream(stored, BUFFER) : stored;
    this.window = new ReadWindow(in);
    window.fill();
    window.moveTo(LineFiles.start(window.bytes(), window.to(), path));
  }

  String path() {
    return path;
  }

  ReadWindow window() {
    return window;
  }

  /// How many stored bytes it took to get here. Whoever goes through a file asks for them in the
  /// same portions, so it is the same each time.
  long position() {
    return stored.count;
  }

  /// The number of the line at hand.
  long line() {
    return line;
  }

  void addLines(long more) {
    line += more;
  }

  /// The end of the range that all records which were taken belong to or are before.
  long behind() {
    return behind;
  }

  void reached(long end) {
    behind = end;
  }
}
