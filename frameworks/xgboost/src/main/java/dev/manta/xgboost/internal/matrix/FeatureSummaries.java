package dev.manta.xgboost.internal.matrix;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.manta.tabular.TableChunk;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// The values of a rank's rows in short, some features at a time: rows lie side by side, and each
/// is read once for all of them. Of very many rows it takes every second, every third and so on,
/// which moves the borders of bins by less than what ranks leave out.
final class FeatureSummaries {
  /// How many features are read at a time, the same on every rank.
  static final int AT_ONCE = 4;

  /// So many rows take 40 MB while they are sorted.
  static final int ROWS_MAX = 1 << 21;

  /// As many floats as stay in a core's cache.
  private static final int PIECE = 1 << 14;

  /// Up to this width whole rows are copied, as that takes one call for many.
  private static final int NARROW = 64;

  private final List<TableChunk> chunks;
  private final int width;
  private final int every;
  private final RadixSort[] sorts;
  private int[] spare;
  private final float[] piece = new float[PIECE];

  /// @param rows how many the chunks have
  /// @param rowsMax how many of them are looked at
  FeatureSummaries(List<TableChunk> chunks, int width, int rows, int rowsMax) {
    this.chunks = chunks;
    this.width = width;
    every = Math.max(1, Math.ceilDiv(rows, rowsMax));
    int taken = Math.ceilDiv(rows, every);
    sorts =
        IntStream.range(0, Math.min(AT_ONCE, width))
            .mapToObj(_ -> new RadixSort(taken))
            .toArray(RadixSort[]::new);
    spare = new int[taken];
  }

  /// Those of some features.
  ///
  /// @param most how many values of each are kept at most
  List<ValueSummary> of(int first, int count, int most) {
    for (int i = 0; i < count; i++) {
      sorts[i].clear();
    }
    int skipped = 0;
    for (TableChunk chunk : chunks) {
      skipped = add(chunk, skipped, first, count);
    }
    List<ValueSummary> summaries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      spare = sorts[i].sort(spare);
      summaries.add(ValueSummary.of(sorts[i], most, every));
    }
    return summaries;
  }

  /// @param skipped how many rows come before the next one that is taken
  /// @return the same for the next chunk
  private int add(TableChunk chunk, int skipped, int first, int count) {
    int step = width <= NARROW ? width : count;
    int atOnce = piece.length / step;
    int next = skipped;
    for (int row = 0; row < chunk.rows(); row += atOnce) {
      int rows = Math.min(atOnce, chunk.rows() - row);
      int taken = Math.max(0, Math.ceilDiv(rows - next, every));
      copy(chunk.features(), row, rows, first, count);
      for (int i = 0; i < count; i++) {
        int column = width <= NARROW ? first + i : i;
        sorts[i].add(piece, next * step + column, step * every, taken);
      }
      next += taken * every - rows;
    }
    return next;
  }

  private void copy(MemorySegment features, int row, int rows, int first, int count) {
    long begin = (long) row * width;
    if (width <= NARROW) {
      MemorySegment.copy(features, JAVA_FLOAT, begin * Float.BYTES, piece, 0, rows * width);
      return;
    }
    for (int i = 0; i < rows; i++) {
      long at = (begin + (long) i * width + first) * Float.BYTES;
      MemorySegment.copy(features, JAVA_FLOAT, at, piece, i * count, count);
    }
  }
}
