package dev.manta.torch.data;

import dev.manta.torch.internal.Lifetime;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.Tensor;

/// What a loader reads from.
sealed interface SampleSource {
  /// The batches of an epoch for one rank, behind what all ranks have seen.
  BatchSource open(Settings settings, LoaderAudience rank, int epoch, Position from);

  OptionalLong steps(Settings settings, int ranks);

  SampleSource collate(Function<List<List<Tensor>>, TensorBatch> collate);

  /// Samples in any order.
  record Mapped(SampleDataset dataset) implements SampleSource {
    @Override
    public BatchSource open(Settings settings, LoaderAudience rank, int epoch, Position from) {
      SampleOrder order = order(settings);
      long[] samples = order.epoch(epoch);
      long together = settings.together(rank.ranks());
      long last = order.size() - (settings.dropLast() ? together : 1);
      var next = new long[] {from.samples()};
      return () -> {
        if (next[0] > last) {
          return Optional.empty();
        }
        long[] part = order.part(samples, next[0], together, rank);
        next[0] += together;
        return Optional.of(() -> read(part));
      };
    }

    /// A rank without rows gets the shapes of a row, and none of it.
    private TensorBatch read(long[] part) {
      if (part.length > 0) {
        return dataset.batch(part);
      }
      TensorBatch one = dataset.batch(new long[] {0});
      return new TensorBatch(Rows.none(one.columns()), 0);
    }

    private SampleOrder order(Settings settings) {
      return new SampleOrder(dataset.size(), settings.seed());
    }

    @Override
    public OptionalLong steps(Settings settings, int ranks) {
      return OptionalLong.of(order(settings).steps(settings.together(ranks), settings.dropLast()));
    }

    @Override
    public SampleSource collate(Function<List<List<Tensor>>, TensorBatch> collate) {
      return new Mapped(new Collated(dataset, collate));
    }
  }

  /// Samples one after the other. All ranks make as many steps as the longest shard has.
  record Streamed(IterableDataset dataset, Function<List<List<Tensor>>, TensorBatch> stack)
      implements SampleSource {
    @Override
    public BatchSource open(Settings settings, LoaderAudience rank, int epoch, Position from) {
      if (!from.isApart(rank.ranks())) {
        var rest = new Regrouped(dataset, settings, rank, from);
        return new Stream(rest, settings, rank, stack, () -> example(0, from.shards(), from));
      }
      Iterator<List<Tensor>> samples = dataset.samples(rank.rank(), rank.ranks());
      long steps = from.samples() / settings.together(rank.ranks());
      Samples.skip(samples, steps * settings.own(rank.rank(), rank.ranks()));
      int mine = rank.rank();
      return new Stream(samples, settings, rank, stack, () -> example(mine, mine + 1, from));
    }

    /// A sample of these shards.
    private List<Tensor> example(int first, int end, Position from) {
      return Samples.first(dataset, IntStream.range(first, end), from.shards());
    }

    @Override
    public OptionalLong steps(Settings settings, int ranks) {
      return OptionalLong.empty();
    }

    @Override
    public SampleSource collate(Function<List<List<Tensor>>, TensorBatch> collate) {
      return new Streamed(dataset, collate);
    }
  }

  /// A dataset whose samples are put together in the user's way.
  record Collated(SampleDataset dataset, Function<List<List<Tensor>>, TensorBatch> collate)
      implements SampleDataset {
    @Override
    public long size() {
      return dataset.size();
    }

    @Override
    public List<Tensor> get(long index) {
      return dataset.get(index);
    }

    @Override
    public TensorBatch batch(long[] indices) {
      List<List<Tensor>> samples = new ArrayList<>();
      for (long index : indices) {
        samples.add(dataset.get(index));
      }
      return collate.apply(samples);
    }
  }

  /// Takes samples off a stream on the training thread, which the ranks must agree on; they are put
  /// together in the background.
  final class Stream implements BatchSource {
    private final Iterator<List<Tensor>> samples;
    private final Settings settings;
    private final LoaderAudience rank;
    private final Function<List<List<Tensor>>, TensorBatch> stack;
    private final Supplier<List<Tensor>> example;
    private List<Tensor> last = List.of();

    /// @param example a sample, kept, for its shapes, where this rank has had none
    Stream(
        Iterator<List<Tensor>> samples,
        Settings settings,
        LoaderAudience rank,
        Function<List<List<Tensor>>, TensorBatch> stack,
        Supplier<List<Tensor>> example) {
      this.example = example;
      this.samples = samples;
      this.settings = settings;
      this.rank = rank;
      this.stack = stack;
    }

    @Override
    public Optional<Callable<TensorBatch>> next() {
      List<List<Tensor>> rows = new ArrayList<>();
      int own = settings.own(rank.rank(), rank.ranks());
      while (rows.size() < own && samples.hasNext()) {
        rows.add(samples.next().stream().map(Lifetime::keepTensor).toList());
      }
      if (!rows.isEmpty()) {
        remember(rows.getLast());
      }
      boolean enough = rows.size() == own || !(rows.isEmpty() || settings.dropLast());
      if (!rank.anyHas(enough)) {
        release(rows);
        remember(List.of());
        return Optional.empty();
      }
      return Optional.of(enough ? () -> stacked(rows) : none(rows));
    }

    private static void release(List<List<Tensor>> rows) {
      rows.forEach(sample -> sample.forEach(Pointer::releaseReference));
    }

    /// Its columns are needed when this rank has no rows left and others do.
    private void remember(List<Tensor> sample) {
      sample.forEach(Pointer::retainReference);
      last.forEach(Pointer::releaseReference);
      last = sample;
    }

    /// Samples are taken some steps before they are put together, and freed after that.
    private TensorBatch stacked(List<List<Tensor>> rows) {
      rows.forEach(sample -> sample.forEach(Lifetime::handOver));
      return stack.apply(rows);
    }

    /// A batch without rows, in the place of some that are too few.
    private Callable<TensorBatch> none(List<List<Tensor>> rows) {
      last.forEach(Pointer::retainReference);
      List<Tensor> shapes = last.isEmpty() ? example.get() : last;
      if (shapes.isEmpty()) {
        throw new IllegalStateException(
            "shard " + rank.rank() + " of the stream has no sample at all; use fewer ranks");
      }
      release(rows);
      return () -> new TensorBatch(Rows.none(stacked(List.of(shapes)).columns()), 0);
    }
  }
}
