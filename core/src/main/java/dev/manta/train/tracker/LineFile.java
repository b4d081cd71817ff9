package dev.manta.train.tracker;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A text file that grows by whole lines. What a kill has left of a line is cut off when the file
/// is opened.
final class LineFile implements AutoCloseable {
  private static final int CHUNK = 8192;

  private final RandomAccessFile file;
  private final Optional<String> last;

  private LineFile(RandomAccessFile file) throws IOException {
    this.file = file;
    long end = lineEnd(file.length());
    file.setLength(end);
    this.last = end == 0 ? Optional.empty() : Optional.of(text(lineEnd(end - 1), end - 1));
    file.seek(end);
  }

  /// Opens a file, or makes it.
  static LineFile open(Path path) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    var file = new RandomAccessFile(path.toFile(), "rw");
    try {
      return new LineFile(file);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /// The last line that was there when the file was opened; empty where there was none.
  Optional<String> last() {
    return last;
  }

  /// Adds a line. Where the disk has no space for all of it, none of it is left behind.
  void append(String line) throws IOException {
    long end = file.length();
    try {
      file.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException full) {
      file.setLength(end);
      file.seek(end);
      throw full;
    }
  }

  long length() throws IOException {
    return file.length();
  }

  /// The end of the last whole line before a position; 0 where there is none.
  private long lineEnd(long before) throws IOException {
    byte[] chunk = new byte[CHUNK];
    for (long end = before; end > 0; ) {
      long start = Math.max(0, end - CHUNK);
      int length = (int) (end - start);
      file.seek(start);
      file.readFully(chunk, 0, length);
      for (int i = length - 1; i >= 0; i--) {
        if (chunk[i] == '\n') {
          return start + i + 1;
        }
      }
      end = start;
    }
    return 0;
  }

  private String text(long from, long to) throws IOException {
    byte[] bytes = new byte[Math.toIntExact(to - from)];
    file.seek(from);
    file.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
