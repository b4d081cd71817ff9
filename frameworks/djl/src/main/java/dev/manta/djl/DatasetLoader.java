package dev.manta.djl;

import ai.djl.training.dataset.Batch;
import ai.djl.training.dataset.RandomAccessDataset;
import dev.manta.djl.internal.rows.DatasetPass;
import dev.manta.djl.internal.rows.EpochPosition;
import dev.manta.djl.internal.rows.RankShare;
import dev.manta.djl.internal.rows.SampleOrder;
import dev.manta.djl.internal.train.DjlSession;

/// This rank's share of one of DJL's own datasets: each sample of an epoch goes to one rank.
/// Immutable. The dataset's own sampling is not used.
public final class DatasetLoader implements BatchLoader {
  private final DjlSession session;
  private final RandomAccessDataset dataset;
  private final RankShare share;
  private final EpochPosition position;
  private final SampleOrder order;

  DatasetLoader(
      DjlSession session,
      RandomAccessDataset dataset,
      RankShare share,
      EpochPosition position,
      SampleOrder order) {
    this.session = session;
    this.dataset = dataset;
    this.share = share;
    this.position = position;
    this.order = order;
  }

  static DatasetLoader of(DjlSession session, RandomAccessDataset dataset, int rows) {
    return new DatasetLoader(
        session,
        dataset,
        RankShare.of(session.ctx(), rows),
        EpochPosition.live(session),
        SampleOrder.asTheyAre());
  }

  /// Samples come in another order each epoch, which is a function of this seed and the epoch.
  public DatasetLoader shuffle(long seed) {
    return new DatasetLoader(session, dataset, share, position, SampleOrder.shuffled(seed));
  }

  @Override
  public Iterable<Batch> epoch(int epoch) {
    return new DatasetPass(session, dataset, share, position, order, epoch);
  }
}
