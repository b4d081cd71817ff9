package dev.manta.internal.data.source;

import dev.manta.data.Split;
import dev.manta.spi.files.SourceFiles;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Files that nobody can enter in the middle: packed ones, and those whose records may have line
/// ends. They are cut all the same, by how many stored bytes it took to find a record; whoever
/// reads a range resumes where another one ended, or through all that is before it.
final class SequentialFiles {
  /// Smaller files are not cut: in another order than theirs, ranges cost more than they save.
  private static final long WHOLE = 16 << 20;

  private static final long RANGE = 4 << 20;

  /// The stored bytes that are unpacked together: no range is smaller.
  private static final long RANGE_LEAST = 64 << 10;

  /// How much may come out of a file that is not cut, and about how much out of a range.
  private static final long WHOLE_UNPACKED = 128 << 20;

  private static final long RANGE_UNPACKED = 64 << 20;
  private static final int IDLE_MAX = 8;

  private final Deque<SequentialFile> idle = new ArrayDeque<>();

  /// A way through a file, one record after the other.
  interface Path {
    /// Whether there is another record.
    boolean hasNext(SequentialFile at) throws IOException;

    /// Takes a record, or passes over one that is before the range; gives whether to continue.
    boolean take(SequentialFile at, boolean wanted) throws IOException;
  }

  static List<Split> splits(SourceFiles.Found file) {
    int packed = LineFiles.isPacked(file.place()) ? CompressionRatio.of(file) : 1;
    if (file.size() <= WHOLE && file.size() * packed <= WHOLE_UNPACKED) {
      return List.of(split(file, 0, file.size(), packed));
    }
    long fitting = RANGE_UNPACKED / packed / RANGE_LEAST * RANGE_LEAST;
    long range = Math.clamp(fitting, RANGE_LEAST, RANGE);
    List<Split> all = new ArrayList<>();
    for (long from = 0; from < file.size(); from += range) {
      all.add(split(file, from, Math.min(range, file.size() - from), packed));
    }
    return all;
  }

  private static Split split(SourceFiles.Found file, long from, long length, int packed) {
    String place = from == 0 ? file.place() : file.place() + " from stored byte " + from;
    return new Split(file.place(), place, from, length, OptionalLong.empty(), length * packed);
  }

  /// A file from its beginning until the path ends.
  static Split open(String file) {
    return Split.ofBytes(file, 0, Long.MAX_VALUE);
  }

  /// Goes through a range.
  void each(Split split, Path path) {
    long end = split.offset() + split.length();
    try {
      SequentialFile prefix = take(split);
      long before = prefix.window().passed();
      while (path.hasNext(prefix)) {
        if (prefix.position() > end) {
          prefix.reached(end);
          give(prefix);
          return;
        }
        boolean wanted = prefix.position() > split.offset();
        if (!path.take(prefix, wanted)) {
          return;
        }
        before = wanted ? before : prefix.window().passed();
        ReadWindow.requireRoom(
            split.length() == Long.MAX_VALUE ? 0 : prefix.window().passed() - before);
      }
    } catch (IOException e) {
      throw LineFiles.unreadable(split, e);
    }
  }

  private SequentialFile take(Split split) throws IOException {
    SequentialFile nearest = nearest(split);
    return nearest == null ? new SequentialFile(split.path()) : nearest;
  }

  private synchronized @Nullable SequentialFile nearest(Split split) {
    SequentialFile best = null;
    for (SequentialFile each : idle) {
      boolean fits = each.path().equals(split.path()) && each.behind() <= split.offset();
      best = fits && (best == null || each.behind() > best.behind()) ? each : best;
    }
    idle.remove(best);
    return best;
  }

  /// The one that nobody asked for in the longest time makes way.
  private synchronized void give(SequentialFile prefix) {
    idle.addLast(prefix);
    if (idle.size() > IDLE_MAX) {
      idle.removeFirst();
    }
  }
}
