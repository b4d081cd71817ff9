package dev.manta.internal.data.pass;

import dev.manta.data.Batch;
import java.util.List;

/// Where the batches of a rank come from.
interface RowSupply extends AutoCloseable {
  /// Up to these many rows in pieces; fewer only at the end.
  List<Batch> take(int rows) throws InterruptedException;

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
