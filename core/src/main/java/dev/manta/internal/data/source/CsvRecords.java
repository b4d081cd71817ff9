package dev.manta.internal.data.source;

import dev.manta.data.CsvOptions;
import dev.manta.data.Split;
import java.io.IOException;

/// The records of CSV files, one after the other.
///
/// @param lines the lines of the same files
record CsvRecords(CsvOptions options, LineFiles lines) {
  /// Takes a record; gives whether to continue.
  interface OnRecord {
    boolean record(CsvRecord record, RecordPlace where);
  }

  /// Records from the beginning of a file until one does not want to continue, or until a range
  /// ends.
  void head(Split split, OnRecord on) {
    boolean front = options.multiline() || LineFiles.isPacked(split.path());
    each(front ? SequentialFiles.open(split.path()) : split, on);
  }

  void each(Split split, OnRecord on) {
    var record = new CsvRecord(options);
    if (options.multiline()) {
      stream(split, record, on);
      return;
    }
    lines.each(
        split,
        (bytes, from, to, where) -> {
          try {
            requireOne(record.read(bytes, from, to) == to, where);
          } catch (CsvRecord.Unclosed e) {
            throw unclosed(where, e);
          }
          return on.record(record, where);
        });
  }

  private static void requireOne(boolean one, RecordPlace where) {
    if (!one) {
      throw new IllegalArgumentException(
          where.place()
              + ": there is a carriage return within the line; where they end lines, set"
              + " CsvOptions.multiline(true)");
    }
  }

  private void stream(Split split, CsvRecord record, OnRecord on) {
    lines
        .sequential()
        .each(
            split,
            new SequentialFiles.Path() {
              @Override
              public boolean hasNext(SequentialFile at) throws IOException {
                return next(at);
              }

              @Override
              public boolean take(SequentialFile at, boolean wanted) throws IOException {
                ReadWindow window = at.window();
                var where = new AtRecord(split, at);
                int to = read(window, record, where);
                boolean more = !wanted || on.record(record, where);
                at.addLines(ends(window.bytes(), window.from(), to));
                window.moveTo(to);
                return more;
              }
            });
  }

  /// A record by the number of its first line.
  private record AtRecord(Split split, SequentialFile file) implements RecordPlace {
    @Override
    public String place() {
      return split.path() + " line " + (file.line() + 1);
    }
  }

  /// Whether there is a record, behind line ends.
  private static boolean next(SequentialFile prefix) throws IOException {
    ReadWindow window = prefix.window();
    while (true) {
      int at = window.from();
      while (at < window.to() && (window.bytes()[at] == '\n' || window.bytes()[at] == '\r')) {
        at++;
      }
      prefix.addLines(ends(window.bytes(), window.from(), at));
      window.moveTo(at);
      if (at < window.to() || window.isEnded()) {
        return at < window.to();
      }
      window.fill();
    }
  }

  private static int read(ReadWindow window, CsvRecord record, RecordPlace where)
      throws IOException {
    while (true) {
      try {
        int to = record.read(window.bytes(), window.from(), window.to());
        if (to < window.to() || window.isEnded()) {
          return to;
        }
      } catch (CsvRecord.Unclosed e) {
        if (window.isEnded()) {
          throw unclosed(where, e);
        }
      }
      window.fill();
    }
  }

  private static long ends(byte[] bytes, int from, int to) {
    long ends = 0;
    for (int i = from; i < to; i++) {
      ends += bytes[i] == '\n' ? 1 : 0;
    }
    return ends;
  }

  /// A quote that is never closed leaves nothing to continue with.
  private static RuntimeException unclosed(RecordPlace where, CsvRecord.Unclosed e) {
    return new IllegalArgumentException(where.place() + ": " + e.getMessage(), e);
  }
}
