package dev.manta.internal.local;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// The last lines of a log: at most 20, at most 4 KB.
final class LogTail {
  private static final int LINES_MAX = 20;
  private static final int BYTES_MAX = 4096;

  private LogTail() {}

  static String of(Path log) {
    try (var file = new RandomAccessFile(log.toFile(), "r")) {
      return lastLines(end(file), file.length() > BYTES_MAX);
    } catch (IOException unreadable) {
      return "";
    }
  }

  private static String end(RandomAccessFile file) throws IOException {
    int count = (int) Math.min(BYTES_MAX, file.length());
    byte[] bytes = new byte[count];
    file.seek(file.length() - count);
    file.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /// The first line is dropped when it may be cut off.
  private static String lastLines(String text, boolean cut) {
    List<String> lines = text.lines().toList();
    int first = Math.max(cut && lines.size() > 1 ? 1 : 0, lines.size() - LINES_MAX);
    return String.join("\n", lines.subList(first, lines.size()));
  }
}
