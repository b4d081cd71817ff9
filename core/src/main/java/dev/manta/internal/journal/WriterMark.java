package dev.manta.internal.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;

/// A file in the open directory that says which controller writes there.
///
/// Whoever takes over claims it before it looks for segments, and whoever has made a segment looks
/// at it before writing. So of a segment that an earlier controller makes late, one of the two
/// knows.
record WriterMark(OpenDirectory open, String writer) {
  private static final String FILE = "writer";

  void claim() throws IOException {
    open.write(FILE, name());
  }

  private byte[] name() {
    return writer.getBytes(StandardCharsets.UTF_8);
  }

  /// Whether nobody has claimed it since this writer did; no where it was deleted.
  boolean isOurs() throws IOException {
    try {
      return Arrays.equals(open.read(FILE, 0), name());
    } catch (NoSuchFileException none) {
      return false;
    }
  }

  /// Leaves it to others; one that stays because the disk fails does no harm.
  void release() {
    try {
      if (isOurs()) {
        open.delete(FILE);
      }
    } catch (IOException ignored) {
      // The next writer claims it.
    }
  }
}
