package dev.manta.internal.data.source;

import dev.manta.data.Split;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.files.FilesAtOnce;
import dev.manta.spi.files.SourceFiles;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Files of lines, cut into ranges of bytes: a line belongs to the range that its first byte is in.
/// Files that end in `.gz` are unpacked from their beginning on, see [SequentialFiles].
final class LineFiles {
  private static final int RANGE = 4 << 20;
  private static final int TAIL = 64 << 10;
  private static final int LONGEST = Integer.MAX_VALUE - 64;
  private static final int SAMPLES = 32;
  private static final int SAMPLE = 256 << 10;

  private final LineNumbers numbers = new LineNumbers();
  private final SequentialFiles prefixes = new SequentialFiles();

  static List<Split> splits(List<SourceFiles.Found> files) {
    return files.stream().anyMatch(file -> isPacked(file.place()))
        ? joined(FilesAtOnce.map(files, LineFiles::splits))
        : joined(files.stream().map(LineFiles::splits).toList());
  }

  private static List<Split> joined(List<List<Split>> files) {
    return files.stream().flatMap(List::stream).toList();
  }

  private static List<Split> splits(SourceFiles.Found file) {
    if (isPacked(file.place())) {
      return SequentialFiles.splits(file);
    }
    List<Split> all = new ArrayList<>();
    for (long from = 0; from < file.size(); from += RANGE) {
      all.add(Split.ofBytes(file.place(), from, Math.min(RANGE, file.size() - from)));
    }
    return all;
  }

  /// The beginnings of some files, from the first to the last: what they have is taken for what all
  /// have.
  static List<Split> samples(List<SourceFiles.Found> files) {
    List<SourceFiles.Found> some = files.stream().filter(file -> file.size() > 0).toList();
    int count = Math.min(SAMPLES, some.size());
    List<Split> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      SourceFiles.Found file =
          some.get((int) ((long) i * (some.size() - 1) / Math.max(1, count - 1)));
      all.add(Split.ofBytes(file.place(), 0, Math.min(file.size(), i == 0 ? RANGE : SAMPLE)));
    }
    return all;
  }

  /// Files that are gone through from their beginning.
  static List<Split> fromFront(List<SourceFiles.Found> files) {
    return joined(FilesAtOnce.map(files, SequentialFiles::splits));
  }

  static boolean isPacked(String path) {
    return path.endsWith(".gz");
  }

  /// A line: bytes from `from` up to `to`, without its end. Gives whether to continue.
  interface OnLine {
    boolean line(byte[] bytes, int from, int to, RecordPlace where);
  }

  /// Each line of a range, but for empty ones.
  void each(Split split, OnLine on) {
    if (isPacked(split.path())) {
      stream(split, on);
    } else {
      range(split, on);
    }
  }

  /// Lines from the beginning of a file until one does not want to continue, or until a range ends.
  void head(Split split, OnLine on) {
    each(isPacked(split.path()) ? SequentialFiles.open(split.path()) : split, on);
  }

  private void range(Split split, OnLine on) {
    Location at = Location.parse(split.path());
    byte[] bytes = read(Storages.at(at), at, before(split));
    int from = first(bytes, split);
    int end = bytes.length;
    var where = new InRange(numbers, split, bytes);
    boolean more = true;
    while (more && from < end) {
      int to = end(bytes, from, bytes.length);
      if (to == bytes.length) {
        bytes = withTail(bytes, at, split);
        to = end(bytes, to, bytes.length);
        where.bytes = bytes;
      }
      where.at = from;
      more = line(bytes, from, to, where, on);
      from = to + 1;
    }
  }

  /// A range with the byte before it, which tells whether a line begins with the range.
  private static Split before(Split split) {
    long more = Math.min(1, split.offset());
    return Split.ofBytes(split.path(), split.offset() - more, split.length() + more);
  }

  /// Where the first line of a range begins.
  private static int first(byte[] bytes, Split split) {
    return split.offset() == 0
        ? start(bytes, bytes.length, split.path())
        : end(bytes, 0, bytes.length) + 1;
  }

  /// Where the first line of a file begins: behind the mark that some programs put there.
  static int start(byte[] bytes, int length, String path) {
    if (length > 1 && bytes[0] == 0x1F && bytes[1] == (byte) 0x8B) {
      throw new MantaException(
          ErrorCode.USER, path + " is packed by gzip: give it a name that ends in .gz");
    }
    if (length > 1 && (bytes[0] & 0xFF) + (bytes[1] & 0xFF) == 0xFF + 0xFE) {
      throw new MantaException(
          ErrorCode.USER, path + " is written in UTF-16: texts are read as UTF-8");
    }
    boolean marked =
        length > 2 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF;
    return marked ? 3 : 0;
  }

  private static boolean line(byte[] bytes, int from, int to, RecordPlace where, OnLine on) {
    int last = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
    return last == from || on.line(bytes, from, last, where);
  }

  private void stream(Split split, OnLine on) {
    prefixes.each(
        split,
        new SequentialFiles.Path() {
          @Override
          public boolean hasNext(SequentialFile at) throws IOException {
            return next(at.window());
          }

          @Override
          public boolean take(SequentialFile at, boolean wanted) {
            ReadWindow window = at.window();
            int to = end(window.bytes(), window.from(), window.to());
            at.addLines(1);
            boolean more =
                !wanted || line(window.bytes(), window.from(), to, new AtLine(split, at), on);
            window.moveTo(Math.min(to + 1, window.to()));
            return more;
          }
        });
  }

  SequentialFiles sequential() {
    return prefixes;
  }

  /// Whether there is a line; all of it is then in the window.
  private static boolean next(ReadWindow window) throws IOException {
    while (!window.isEnded() && end(window.bytes(), window.from(), window.to()) == window.to()) {
      window.fill();
    }
    return window.from() < window.to();
  }

  /// What is wrong with a byte of a line that is not UTF-8.
  static String noText(byte[] bytes, int line, int wrong) {
    return String.format(
        Locale.ROOT, "byte %s of the line, 0x%02X, is not UTF-8", wrong - line + 1, bytes[wrong]);
  }

  static MantaException unreadable(Split split, IOException e) {
    return new MantaException(
        ErrorCode.STORAGE, split.path() + " cannot be read: " + e.getMessage(), e);
  }

  /// The range with the rest of its last line. A line that is longer than ranges is read by the one
  /// that it begins in, in pieces that become larger with it.
  private static byte[] withTail(byte[] range, Location at, Split split) {
    Storage storage = Storages.at(at);
    long size = storage.size(at).orElse(0);
    long start = before(split).offset();
    byte[] bytes = range;
    int seen = bytes.length;
    while (end(bytes, seen, bytes.length) == bytes.length && start + bytes.length < size) {
      seen = bytes.length;
      long more = Math.min(Math.max(TAIL, seen - range.length), size - start - seen);
      bytes = Arrays.copyOf(bytes, requireRoom(seen + more, split));
      storage.read(at, start + seen, MemorySegment.ofArray(bytes).asSlice(seen));
    }
    return bytes;
  }

  private static int requireRoom(long bytes, Split split) {
    if (bytes > LONGEST) {
      throw new MantaException(
          ErrorCode.USER,
          "%s: a line behind byte %s is longer than 2 GB: break it into several"
              .formatted(split.path(), split.offset()));
    }
    return (int) bytes;
  }

  private static byte[] read(Storage storage, Location at, Split range) {
    return read(storage, at, range.offset(), range.length());
  }

  static byte[] read(Storage storage, Location at, long offset, long length) {
    byte[] bytes = new byte[Math.toIntExact(length)];
    storage.read(at, offset, MemorySegment.ofArray(bytes));
    return bytes;
  }

  private static int end(byte[] bytes, int from, int limit) {
    int at = from;
    while (at < limit && bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  /// A line of a range; lines before it are counted once, and only where a place is asked for.
  private static final class InRange implements RecordPlace {
    private final LineNumbers numbers;
    private final Split split;
    private byte[] bytes;
    private int at;
    private int counted;
    private long line;

    InRange(LineNumbers numbers, Split split, byte[] bytes) {
      this.numbers = numbers;
      this.split = split;
      this.bytes = bytes;
    }

    @Override
    public String place() {
      if (line == 0) {
        line = numbers.at(split.path(), Math.max(0, split.offset() - 1));
      }
      for (; counted < at; counted++) {
        line += bytes[counted] == '\n' ? 1 : 0;
      }
      return split.path() + " line " + line;
    }
  }

  /// The line at hand.
  record AtLine(Split split, SequentialFile file) implements RecordPlace {
    @Override
    public String place() {
      return split.path() + " line " + file.line();
    }
  }
}
