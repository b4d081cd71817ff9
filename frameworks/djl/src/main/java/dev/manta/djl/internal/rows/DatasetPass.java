package dev.manta.djl.internal.rows;

import ai.djl.training.dataset.Batch;
import ai.djl.training.dataset.RandomAccessDataset;
import ai.djl.training.dataset.Sampler;
import ai.djl.translate.Batchifier;
import ai.djl.translate.TranslateException;
import dev.manta.djl.internal.train.DjlSession;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// One epoch of a rank over a dataset of DJL's, from where the run stands.
public record DatasetPass(
    DjlSession session,
    RandomAccessDataset dataset,
    RankShare share,
    EpochPosition position,
    SampleOrder order,
    int epoch)
    implements Iterable<Batch> {
  /// One batch of this rank.
  ///
  /// @param samples their numbers; one that counts for nothing where this rank has none left
  /// @param rows how many of them count
  /// @param until how many samples of the epoch are taken with it, by all ranks
  private record Step(List<Long> samples, int rows, int until) {}

  @Override
  public Iterator<Batch> iterator() {
    List<Step> steps = steps();
    Iterator<Batch> batches = batches(steps).iterator();
    return new Iterator<>() {
      private @Nullable Batch latest;
      private int next;

      @Override
      public boolean hasNext() {
        return batches.hasNext();
      }

      @Override
      public Batch next() {
        release();
        session.beginBatch();
        Step step = steps.get(next++);
        Batch batch = counted(batches.next(), step.rows());
        latest = batch;
        position.handOut(epoch, step.until());
        session.rows().handedOut(step.rows());
        return batch;
      }

      private void release() {
        Batch before = latest;
        if (before != null && before.getManager() != null) {
          before.close();
        }
      }
    };
  }

  private List<Step> steps() {
    try {
      dataset.prepare();
    } catch (IOException | TranslateException e) {
      throw unreadable(e);
    }
    int[] all = order.of(epoch, Math.toIntExact(dataset.size()));
    List<Step> steps = new ArrayList<>();
    for (int from = position.begin(epoch); from < all.length; ) {
      int count = (int) Math.min(share.together(), all.length - from);
      steps.add(step(all, from, count));
      from += count;
    }
    return steps;
  }

  private Step step(int[] all, int from, int count) {
    int begin = share.from(count);
    int rows = share.to(count) - begin;
    List<Long> samples =
        rows == 0
            ? List.of((long) all[from])
            : IntStream.range(from + begin, from + begin + rows)
                .mapToObj(i -> (long) all[i])
                .toList();
    return new Step(samples, rows, from + count);
  }

  private Iterable<Batch> batches(List<Step> steps) {
    try {
      return dataset.getData(session.memory(), sampler(steps));
    } catch (IOException | TranslateException e) {
      throw unreadable(e);
    }
  }

  private Sampler sampler(List<Step> steps) {
    return new Sampler() {
      @Override
      public Iterator<List<Long>> sample(RandomAccessDataset from) {
        return steps.stream().map(Step::samples).iterator();
      }

      @Override
      public int getBatchSize() {
        return (int) share.rows();
      }
    };
  }

  private static Batch counted(Batch batch, int rows) {
    return batch.getSize() == rows
        ? batch
        : new Batch(
            batch.getManager(),
            batch.getData(),
            batch.getLabels(),
            rows,
            Batchifier.STACK,
            Batchifier.STACK,
            batch.getProgress(),
            batch.getProgressTotal());
  }

  private static MantaException unreadable(Exception e) {
    return new MantaException(ErrorCode.USER, "the dataset cannot be read: " + e, e);
  }
}
