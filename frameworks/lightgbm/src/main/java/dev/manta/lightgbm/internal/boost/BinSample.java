package dev.manta.lightgbm.internal.boost;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.manta.collective.Collectives;
import dev.manta.collective.ElementType;
import dev.manta.collective.Values;
import dev.manta.lightgbm.internal.library.LightGBMLibrary;
import dev.manta.tabular.Table;
import dev.manta.tabular.TableChunk;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The rows that bins are found from: those that one process with all rows would draw, taken from
/// the ranks that have them.
///
/// @param rows how many
/// @param features one row after the other, the same on every rank
record BinSample(int rows, MemorySegment features) {
  /// Drawn by all ranks together.
  static BinSample draw(
      LightGBMLibrary library,
      Collectives collectives,
      Table table,
      Parameters parameters,
      Arena arena) {
    long[] counts = counts(collectives, table.rows());
    int[] drawn = indices(library, Arrays.stream(counts).sum(), parameters);
    long first = Arrays.stream(counts, 0, collectives.rank()).sum();
    int from = firstAtLeast(drawn, first);
    int to = firstAtLeast(drawn, first + table.rows());
    int[] mine = Arrays.stream(drawn, from, to).map(row -> (int) (row - first)).toArray();
    return new BinSample(drawn.length, gather(collectives, table, mine, drawn, counts, arena));
  }

  private static long[] counts(Collectives collectives, long rows) {
    long[] counts = new long[collectives.size()];
    collectives.allGather(Values.of(new long[] {rows}), Values.of(counts));
    return counts;
  }

  private static int[] indices(LightGBMLibrary library, long rows, Parameters parameters) {
    if (rows > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "LightGBM trains on at most %s rows, but there are %s; train on a sample of them with Dataset.randomSample"
              .formatted(Integer.MAX_VALUE, rows));
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocateFrom(parameters.text());
      MemorySegment count = arena.allocate(JAVA_INT);
      library.call("GetSampleCount", "ipp", (int) rows, text, count);
      MemorySegment indices = arena.allocate(JAVA_INT, Math.max(1, count.get(JAVA_INT, 0)));
      library.call("SampleIndices", "ippp", (int) rows, text, indices, count);
      return indices.asSlice(0, 4L * count.get(JAVA_INT, 0)).toArray(JAVA_INT);
    }
  }

  private static int firstAtLeast(int[] sorted, long value) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static MemorySegment gather(
      Collectives collectives, Table table, int[] mine, int[] drawn, long[] counts, Arena arena) {
    int width = table.schema().size();
    MemorySegment all = arena.allocate(JAVA_FLOAT, Math.max(1, (long) drawn.length * width));
    List<Long> sizes = sizes(drawn, counts, width);
    long before = sizes.subList(0, collectives.rank()).stream().mapToLong(each -> each).sum();
    MemorySegment own = all.asSlice(before * Float.BYTES, (long) mine.length * width * Float.BYTES);
    copy(table, mine, own);
    if (collectives.size() > 1) {
      MemorySegment sent = arena.allocate(Math.max(1, own.byteSize()), Long.BYTES);
      collectives.allGather(
          Values.of(sent.asSlice(0, own.byteSize()).copyFrom(own), ElementType.F32),
          Values.of(all, ElementType.F32),
          sizes);
    }
    return all;
  }

  private static List<Long> sizes(int[] drawn, long[] counts, int width) {
    List<Long> sizes = new ArrayList<>();
    long end = 0;
    for (long count : counts) {
      int from = firstAtLeast(drawn, end);
      end += count;
      sizes.add((long) (firstAtLeast(drawn, end) - from) * width);
    }
    return sizes;
  }

  private static void copy(Table table, int[] rows, MemorySegment into) {
    long bytes = (long) table.schema().size() * Float.BYTES;
    int done = 0;
    long first = 0;
    for (TableChunk chunk : table.chunks()) {
      for (; done < rows.length && rows[done] < first + chunk.rows(); done++) {
        MemorySegment.copy(
            chunk.features(), (rows[done] - first) * bytes, into, done * bytes, bytes);
      }
      first += chunk.rows();
    }
  }
}
