package dev.manta.djl;

import ai.djl.ndarray.NDManager;
import ai.djl.training.dataset.Batch;
import ai.djl.translate.Batchifier;
import dev.manta.data.Batches;
import java.util.Iterator;
import java.util.function.LongConsumer;

/// A pass over a rank's part of a dataset as DJL's batches. The memory of a batch is given back
/// when the next one is taken, also where nobody closes it.
final class RowBatches implements Iterable<Batch> {
  private final Batches<dev.manta.data.Batch> rows;
  private final BatchForm form;
  private final NDManager memory;
  private final LongConsumer handOut;

  /// @param handOut is told how many rows a batch has before it is seen; none where only other
  ///   ranks have some left
  RowBatches(
      Batches<dev.manta.data.Batch> rows, BatchForm form, NDManager memory, LongConsumer handOut) {
    this.rows = rows;
    this.form = form;
    this.memory = memory;
    this.handOut = handOut;
  }

  @Override
  public Iterator<Batch> iterator() {
    Iterator<dev.manta.data.Batch> each = rows.iterator();
    return new Iterator<>() {
      private NDManager latest = memory.newSubManager();

      @Override
      public boolean hasNext() {
        boolean more = each.hasNext();
        if (!more) {
          latest.close();
        }
        return more;
      }

      @Override
      public Batch next() {
        latest.close();
        latest = memory.newSubManager();
        return batch(each.next(), latest);
      }
    };
  }

  private Batch batch(dev.manta.data.Batch from, NDManager manager) {
    int count = (int) from.weight();
    handOut.accept(count);
    return new Batch(
        manager,
        form.data(manager, from),
        form.labels(manager, from),
        count,
        Batchifier.STACK,
        Batchifier.STACK,
        0,
        0);
  }
}
