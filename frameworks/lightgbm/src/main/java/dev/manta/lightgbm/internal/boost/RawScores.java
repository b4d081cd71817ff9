package dev.manta.lightgbm.internal.boost;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import dev.manta.tabular.Table;
import dev.manta.tabular.TableChunk;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// What a model says of the rows of a table, as the library wants it where training resumes: class
/// after class, in the same doubles that it would have come to itself.
public final class RawScores {
  private RawScores() {}

  /// Lets these rows begin with what the model says of them.
  ///
  /// @param threads of this rank, as the library has one number for all of a process
  public static void give(Booster model, Table table, BinnedRows rows, String threads) {
    int classes = model.treesPerRound();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment scores = arena.allocate(JAVA_DOUBLE, (long) classes * rows.rows());
      int first = 0;
      for (TableChunk chunk : table.chunks()) {
        write(model, chunk, classes, first, scores, threads);
        first += chunk.rows();
      }
      rows.startFrom(scores);
    }
  }

  private static void write(
      Booster model,
      TableChunk chunk,
      int classes,
      int first,
      MemorySegment scores,
      String threads) {
    long rows = scores.byteSize() / JAVA_DOUBLE.byteSize() / classes;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment said = arena.allocate(JAVA_DOUBLE, (long) classes * chunk.rows());
      model.predict(chunk.features(), chunk.rows(), Answer.RAW, 0, "num_threads=" + threads, said);
      for (int row = 0; row < chunk.rows(); row++) {
        for (int type = 0; type < classes; type++) {
          scores.setAtIndex(
              JAVA_DOUBLE,
              type * rows + first + row,
              said.getAtIndex(JAVA_DOUBLE, (long) row * classes + type));
        }
      }
    }
  }
}
