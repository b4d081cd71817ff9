package dev.manta.torch.data;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.TensorScope;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bytedeco.pytorch.Tensor;

/// Reads batches on background threads, so many ahead, and gives them in order.
final class ReadAhead {
  private final BatchSource source;
  private final ExecutorService threads;
  private final int ahead;
  private final Duration patience;
  private final Deque<Future<TensorBatch>> coming = new ArrayDeque<>();

  ReadAhead(BatchSource source, ExecutorService threads, int ahead, Duration patience) {
    this.source = source;
    this.threads = threads;
    this.ahead = ahead;
    this.patience = patience;
    fill();
  }

  private void fill() {
    while (coming.size() < ahead) {
      Optional<Callable<TensorBatch>> task = source.next();
      if (task.isEmpty()) {
        return;
      }
      Callable<TensorBatch> reading = task.get();
      coming.add(threads.submit(() -> alone(reading)));
    }
  }

  /// Frees what was made on the way; the batch stays until [Epoch] gives it to a step.
  private static TensorBatch alone(Callable<TensorBatch> task) throws Exception {
    try (var _ = new TensorScope()) {
      TensorBatch batch = task.call();
      List<Tensor> kept = batch.columns().stream().map(Lifetime::keepTensor).toList();
      return new TensorBatch(kept, batch.rows());
    }
  }

  /// The next batch, or nothing at the end.
  Optional<TensorBatch> next() {
    Future<TensorBatch> first = coming.poll();
    if (first == null) {
      return Optional.empty();
    }
    TensorBatch batch = await(first);
    fill();
    return Optional.of(batch);
  }

  private TensorBatch await(Future<TensorBatch> batch) {
    try {
      return batch.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new MantaException(
          ErrorCode.USER,
          "the dataset has not given a batch for "
              + patience.toSeconds()
              + " s; see what it waits for, read with more threads (workers(n)), or allow more time"
              + " (patience(duration))",
          e);
    } catch (ExecutionException e) {
      throw failed(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a batch", e);
    }
  }

  static RuntimeException failed(Throwable thrown) {
    Throwable cause =
        thrown instanceof NullPointerException e
            ? Lifetime.explain(e, "a tensor of the dataset")
            : thrown;
    return new MantaException(
        ErrorCode.USER, "the dataset failed to give a batch: " + cause, cause);
  }
}
