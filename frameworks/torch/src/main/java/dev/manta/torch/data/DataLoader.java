package dev.manta.torch.data;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;

/// Batches of a dataset, epoch by epoch. A prepared one gives this rank's rows, on its device.
public final class DataLoader implements Iterable<TensorBatch> {
  private final SampleSource source;
  private final Settings settings;
  private final LoaderAudience audience;
  private int epoch;
  private volatile Stalls stalls = Stalls.NONE;

  private DataLoader(SampleSource source, Settings settings, LoaderAudience audience) {
    this.source = source;
    this.settings = settings;
    this.audience = audience;
  }

  /// Batches of so many rows, in the dataset's order. Prepared, each rank gets so many.
  public static DataLoader of(SampleDataset dataset, int batchSize) {
    return of(new SampleSource.Mapped(dataset), batchSize);
  }

  /// Batches of so many rows of a stream. Prepared, each rank reads a shard.
  public static DataLoader of(IterableDataset dataset, int batchSize) {
    return of(new SampleSource.Streamed(dataset, SampleDataset::stack), batchSize);
  }

  private static DataLoader of(SampleSource source, int batchSize) {
    if (batchSize < 1) {
      throw new IllegalArgumentException("batch size " + batchSize + " is below 1");
    }
    return new DataLoader(source, Settings.of(batchSize), LoaderAudience.ALONE);
  }

  /// The batch size is that of all ranks together, each getting its share: a step stays what it is
  /// when the number of workers changes.
  public DataLoader acrossRanks() {
    return with(settings.across());
  }

  /// A new order each epoch, the same for the same seed.
  public DataLoader shuffle(long seed) {
    return with(settings.seed(OptionalLong.of(seed)));
  }

  /// Reads on so many background threads; 0, the default, reads when a batch is asked for.
  public DataLoader workers(int threads) {
    if (threads < 0) {
      throw new IllegalArgumentException("workers " + threads + " is below 0");
    }
    return with(settings.workers(threads));
  }

  /// Leaves out a last step that would not be full.
  public DataLoader dropLast() {
    return with(settings.dropLast(true));
  }

  /// How long to wait for a batch that background threads read; 10 minutes unless set. Needs
  /// [#workers]: the training thread does not watch itself, neither when it reads batches nor when
  /// it takes samples off a stream.
  public DataLoader patience(Duration limit) {
    if (!limit.isPositive()) {
      throw new IllegalArgumentException("patience must be positive, not " + limit);
    }
    return with(settings.patience(Optional.of(limit)));
  }

  /// Puts samples together in another way than stacking their columns.
  public DataLoader collate(Function<List<List<Tensor>>, TensorBatch> collate) {
    return new DataLoader(source.collate(collate), settings, audience);
  }

  private DataLoader with(Settings changed) {
    return new DataLoader(source, changed, audience);
  }

  /// The same loader for one rank of several.
  public DataLoader as(LoaderAudience rank) {
    if (rank.lanes() > 0 && !(settings.acrossRanks() && source instanceof SampleSource.Mapped)) {
      throw new IllegalArgumentException(
          "exact mode needs steps that do not depend on the number of workers: a dataset that is not a"
              + " stream, and loader.acrossRanks()");
    }
    return new DataLoader(source, settings, rank);
  }

  /// The batches of an epoch: the same ones for the same number, in whatever attempt.
  public Iterable<TensorBatch> epoch(int number) {
    return () -> open(number);
  }

  /// The next epoch, counted from 0 by this loader. Where a run may be resumed, use [#epoch].
  @Override
  public Iterator<TensorBatch> iterator() {
    return open(epoch++);
  }

  /// How many batches an epoch has, or nothing for a stream.
  public OptionalLong steps() {
    return source.steps(settings, audience.ranks());
  }

  /// How many samples so many ranks take in a step.
  public long together(int ranks) {
    return settings.together(ranks);
  }

  /// How long training has waited in the last epoch.
  public Stalls stalls() {
    return stalls;
  }

  private Iterator<TensorBatch> open(int number) {
    settings.requireWatched();
    BatchSource batches = source.open(settings, audience, number, audience.begin(number));
    return new Epoch(batches, settings, this::noted, audience, this);
  }

  private void noted(Stalls newest) {
    stalls = newest;
  }
}
