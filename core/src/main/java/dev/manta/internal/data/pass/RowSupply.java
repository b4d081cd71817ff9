package dev.manta.internal.data.pass;

import dev.manta.data.Batch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where the batches of a rank come from.
interface RowSupply extends AutoCloseable {
  /// Up to these many rows in pieces; fewer only at the end.
  List<Batch> take(int rows) throws InterruptedException;

  /// A multiple of these rows in one piece, at most so many times, where rows come in one sequence
  /// and the next of them lie together; otherwise null, and nothing is taken.
  default @Nullable Batch takeTimes(int rows, int most) throws InterruptedException {
    return null;
  }

  /// Where the rank's own lanes stand behind all rows that were taken.
  long[] places();

  @Override
  void close();

  static int rows(List<Batch> pieces) {
    int rows = 0;
    for (Batch piece : pieces) {
      rows += piece.rows();
    }
    return rows;
  }
}
