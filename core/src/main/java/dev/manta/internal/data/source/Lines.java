package dev.manta.internal.data.source;

import dev.manta.data.Split;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Files of lines, cut into ranges of bytes: a line belongs to the range that its first byte is in.
final class Lines {
  private static final int RANGE = 4 << 20;
  private static final int TAIL = 64 << 10;

  private Lines() {}

  static List<Split> splits(List<Files.Found> files) {
    List<Split> all = new ArrayList<>();
    for (Files.Found file : files) {
      for (long from = 0; from < file.size(); from += RANGE) {
        all.add(Split.ofBytes(file.place(), from, Math.min(RANGE, file.size() - from)));
      }
    }
    return all;
  }

  static List<Split> whole(List<Files.Found> files) {
    return files.stream().map(file -> Split.ofBytes(file.place(), 0, file.size())).toList();
  }

  /// A line: bytes from `from` up to `to`, without its end.
  interface OnLine {
    void line(byte[] bytes, int from, int to, long offset);
  }

  /// Each line of a range, but for empty ones.
  static void each(Split split, OnLine on) {
    Location at = Location.parse(split.path());
    byte[] bytes = withTail(at, split);
    int base = split.offset() == 0 ? 0 : 1;
    int from = base == 0 ? 0 : after(bytes, 0);
    int end = base + Math.toIntExact(split.length());
    while (from < end && from < bytes.length) {
      int to = end(bytes, from);
      int last = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
      if (last > from) {
        on.line(bytes, from, last, split.offset() - base + from);
      }
      from = to + 1;
    }
  }

  /// The range with the byte before it, so that a line that begins with it is known, and the rest
  /// of its last line.
  private static byte[] withTail(Location at, Split split) {
    Storage storage = Storages.at(at);
    long size = storage.size(at).orElse(0);
    long start = Math.max(0, split.offset() - 1);
    byte[] bytes = read(storage, at, start, split.offset() + split.length() - start);
    while (start + bytes.length < size && bytes.length > 0 && bytes[bytes.length - 1] != '\n') {
      byte[] more =
          read(storage, at, start + bytes.length, Math.min(TAIL, size - start - bytes.length));
      int end = end(more, 0);
      int kept = Math.min(more.length, end + 1);
      int before = bytes.length;
      bytes = Arrays.copyOf(bytes, before + kept);
      System.arraycopy(more, 0, bytes, before, kept);
    }
    return bytes;
  }

  static byte[] read(Storage storage, Location at, long offset, long length) {
    byte[] bytes = new byte[Math.toIntExact(length)];
    storage.read(at, offset, MemorySegment.ofArray(bytes));
    return bytes;
  }

  private static int after(byte[] bytes, int from) {
    return end(bytes, from) + 1;
  }

  private static int end(byte[] bytes, int from) {
    int at = from;
    while (at < bytes.length && bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  /// `file line 17`, counted from 1: found by reading the file up to there.
  static String place(Split split, long offset) {
    Location at = Location.parse(split.path());
    Storage storage = Storages.at(at);
    long line = 1;
    for (long from = 0; from < offset; from += RANGE) {
      for (byte each : read(storage, at, from, Math.min(RANGE, offset - from))) {
        line += each == '\n' ? 1 : 0;
      }
    }
    return split.path() + " line " + line;
  }
}
