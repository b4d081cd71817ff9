package dev.manta.torch.data;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.DataStats;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;

/// A pass over a rank's part of a dataset as tensors where the rank computes.
///
/// On the host a column of numbers is not copied. A batch's memory stays until the batch after the
/// next is taken, as native memory of a step does.
public final class ShardBatches implements Batches<TensorBatch> {
  private static final int ALIVE = 2;

  private final Batches<Batch> batches;
  private final Function<Batch, List<Tensor>> columns;
  private final Listener listener;
  private final Deque<Batch> alive = new ArrayDeque<>();

  /// What a rank does with a batch before it is seen.
  public interface Listener {
    /// Puts a tensor where the rank computes.
    Tensor move(Tensor tensor);

    /// A batch is about to be seen; it has no rows where only other ranks have some left.
    void handOut(long rows);

    /// The pass has no more batches.
    void ended();
  }

  /// Batches for one rank.
  ///
  /// @param columns makes the tensors of a batch
  public ShardBatches(
      Batches<Batch> batches, Function<Batch, List<Tensor>> columns, Listener listener) {
    this.batches = batches;
    this.columns = columns;
    this.listener = listener;
  }

  @Override
  public DataStats stats() {
    return batches.stats();
  }

  @Override
  public Iterator<TensorBatch> iterator() {
    Iterator<Batch> rows = batches.iterator();
    return new Iterator<>() {
      private boolean ended;

      @Override
      public boolean hasNext() {
        boolean more = rows.hasNext();
        if (!more && !ended) {
          ended = true;
          release(0);
          listener.ended();
        }
        return more;
      }

      @Override
      public TensorBatch next() {
        return tensors(rows.next());
      }
    };
  }

  private TensorBatch tensors(Batch batch) {
    alive.addLast(batch.retain());
    release(ALIVE);
    long rows = (long) batch.weight();
    listener.handOut(rows);
    List<Tensor> all =
        columns.apply(batch).stream()
            .map(tensor -> listener.move(rows == 0 ? tensor.narrow(0, 0, 0) : tensor))
            .toList();
    return new TensorBatch(all, rows);
  }

  private void release(int kept) {
    while (alive.size() > kept) {
      alive.removeFirst().close();
    }
  }

  @Override
  public void close() {
    batches.close();
    release(0);
  }
}
