package dev.manta.dashboard.internal.runs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Looks for a text in logs, line by line, with the same memory whatever is in them. Used by one
/// thread.
final class LogSearch {
  private static final int LINE_SHOWN_MAX = 2_000;

  /// How many bytes of a line are searched; the rest is not.
  private static final int LINE_MAX = 64 << 10;

  private static final int PIECE = 64 << 10;

  private final String wanted;
  private final int limit;
  private final long endNanos;
  private final List<RunLogs.Match> matches = new ArrayList<>();
  private boolean complete = true;

  /// @param limit how many lines are wanted
  /// @param time how long it may take
  LogSearch(String text, int limit, Duration time) {
    this.wanted = text.toLowerCase(Locale.ROOT);
    this.limit = limit;
    this.endNanos = System.nanoTime() + time.toNanos();
  }

  /// Whether more may be found; what is not looked at any more is missing in the answer.
  boolean continues() {
    complete &= matches.size() < limit && System.nanoTime() < endNanos;
    return complete;
  }

  RunLogs.Found found() {
    return new RunLogs.Found(complete, List.copyOf(matches));
  }

  /// Looks at a log as it is now.
  void look(RunLogs.LogFile log, Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      var lines = new Lines(log);
      byte[] piece = new byte[PIECE];
      for (int count = in.read(piece); count >= 0 && continues(); count = in.read(piece)) {
        lines.take(piece, count);
      }
      lines.end();
    }
  }

  private final class Lines {
    private final RunLogs.LogFile log;
    private final byte[] line = new byte[LINE_MAX];
    private int length;
    private long number = 1;
    private long begin;
    private long at;

    Lines(RunLogs.LogFile log) {
      this.log = log;
    }

    void take(byte[] piece, int count) {
      for (int i = 0; i < count; i++) {
        at++;
        if (piece[i] == '\n') {
          end();
          length = 0;
          begin = at;
          number++;
        } else if (length < LINE_MAX) {
          line[length++] = piece[i];
        }
      }
    }

    void end() {
      String text = new String(line, 0, length, StandardCharsets.UTF_8);
      if (!text.toLowerCase(Locale.ROOT).contains(wanted)) {
        return;
      }
      if (matches.size() == limit) {
        complete = false;
        return;
      }
      String shown = text.substring(0, Math.min(text.length(), LINE_SHOWN_MAX));
      matches.add(new RunLogs.Match(log.name(), log.rank(), number, begin, shown));
    }
  }
}
