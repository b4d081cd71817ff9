package dev.manta.xgboost.internal.matrix;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import dev.manta.tabular.Table;
import dev.manta.tabular.TableChunk;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// The values of a rank's rows in short, some features at a time: rows lie side by side, and each
/// is read once for all of them.
final class FeatureSummaries {
  /// How many features are read at a time, the same on every rank.
  static final int AT_ONCE = 4;

  /// As many floats as stay in a core's near memory.
  private static final int PIECE = 1 << 14;

  /// Up to this width whole rows are copied, as that takes one call for many.
  private static final int NARROW = 64;

  private final List<TableChunk> chunks;
  private final int width;
  private final DigitSort[] sorts;
  private final float[] piece;

  FeatureSummaries(Table table) {
    chunks = table.chunks();
    width = table.schema().size();
    sorts =
        IntStream.range(0, Math.min(AT_ONCE, width))
            .mapToObj(_ -> new DigitSort(table.rows()))
            .toArray(DigitSort[]::new);
    piece = new float[Math.max(PIECE, NARROW)];
  }

  /// Those of some features.
  ///
  /// @param most how many values of each are kept at most
  List<ValueSummary> of(int first, int count, int most) {
    for (int i = 0; i < count; i++) {
      sorts[i].clear();
    }
    for (TableChunk chunk : chunks) {
      add(chunk, first, count);
    }
    List<ValueSummary> summaries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sorts[i].sort();
      summaries.add(ValueSummary.of(sorts[i], most));
    }
    return summaries;
  }

  private void add(TableChunk chunk, int first, int count) {
    int step = width <= NARROW ? width : count;
    int atOnce = piece.length / step;
    for (int row = 0; row < chunk.rows(); row += atOnce) {
      int rows = Math.min(atOnce, chunk.rows() - row);
      copy(chunk.features(), row, rows, first, count);
      for (int i = 0; i < count; i++) {
        sorts[i].add(piece, width <= NARROW ? first + i : i, step, rows);
      }
    }
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
