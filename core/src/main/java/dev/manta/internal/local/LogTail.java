package dev.manta.internal.local;

import dev.manta.internal.wire.FailureInLog;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// The last lines of a log: at most 20, of the last 16 KB. What the worker threw is told elsewhere.
final class LogTail {
  private static final int LINES_MAX = 20;
  private static final int BYTES_MAX = 16 << 10;

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
    List<String> whole = text.lines().skip(cut && text.indexOf('\n') >= 0 ? 1 : 0).toList();
    List<String> lines = whole.stream().filter(line -> !FailureInLog.isPart(line)).toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_MAX), lines.size()));
  }
}
