package dev.manta.internal.data.source;

import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/// Numbers of lines in files: marks along the way keep what was counted.
final class LineNumbers {
  private static final int STRIDE = 1 << 20;

  private final Map<String, NavigableMap<Long, Long>> marks = new ConcurrentHashMap<>();

  /// The line that has a byte, counted from 1.
  long at(String path, long offset) {
    NavigableMap<Long, Long> known =
        marks.computeIfAbsent(path, _ -> new ConcurrentSkipListMap<>(Map.of(0L, 1L)));
    Map.Entry<Long, Long> mark = known.floorEntry(offset);
    Location at = Location.parse(path);
    Storage storage = Storages.at(at);
    long from = mark.getKey();
    long line = mark.getValue();
    while (from < offset) {
      long count = Math.min(STRIDE, offset - from);
      line += ends(LineFiles.read(storage, at, from, count));
      from += count;
      known.put(from, line);
    }
    return line;
  }

  private static long ends(byte[] bytes) {
    long ends = 0;
    for (byte each : bytes) {
      ends += each == '\n' ? 1 : 0;
    }
    return ends;
  }
}
