package dev.manta.tensorflow;

import dev.manta.collective.Op;
import dev.manta.data.Batch;
import dev.manta.tensorflow.internal.session.Feeds;
import dev.manta.tensorflow.internal.session.TensorflowSession;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tensorflow.Operand;
import org.tensorflow.Result;
import org.tensorflow.Tensor;
import org.tensorflow.types.TFloat32;

/// Means of numbers of the graph over the rows of all ranks: each rank adds up its own batches, and
/// [#metrics] adds up the ranks. Nothing is trained or dropped.
public final class Tally {
  private final TrainContext<?> ctx;
  private final TensorflowSession session;
  private final List<String> names;
  private final List<Operand<TFloat32>> means = new ArrayList<>();
  private final double[] sums;

  Tally(
      TrainContext<?> ctx,
      TensorflowSession session,
      Map<String, ? extends Operand<TFloat32>> means) {
    this.ctx = ctx;
    this.session = session;
    var sorted = new TreeMap<String, Operand<TFloat32>>(means);
    this.names = List.copyOf(sorted.keySet());
    this.means.addAll(sorted.values());
    this.sums = new double[names.size() + 1];
  }

  /// Adds the rows of a batch.
  public Tally add(Batch batch) {
    if (batch.weight() > 0) {
      try (Feeds feeds = session.feeds(batch)) {
        add(feeds, batch.weight());
      }
    }
    return this;
  }

  /// Adds rows as tensors of the caller's.
  public Tally add(long rows, Map<? extends Operand<?>, ? extends Tensor> tensors) {
    if (rows > 0) {
      try (Feeds feeds = Feeds.borrowed(tensors)) {
        add(feeds, (double) rows);
      }
    }
    return this;
  }

  private void add(Feeds feeds, double rows) {
    try (Result values = session.run(feeds, means)) {
      for (int i = 0; i < means.size(); i++) {
        sums[i] += ((TFloat32) values.get(i)).getFloat() * rows;
      }
    }
    sums[means.size()] += rows;
  }

  /// The means over all ranks, the same on each; none where no rank had a row. Every rank calls it.
  public Metrics metrics() {
    double[] all = sums.clone();
    if (ctx.worldSize() > 1) {
      ctx.collectives().allReduce(all, Op.SUM);
    }
    Metrics metrics = Metrics.empty();
    double rows = all[names.size()];
    for (int i = 0; rows > 0 && i < names.size(); i++) {
      metrics = metrics.with(names.get(i), all[i] / rows);
    }
    return metrics;
  }
}
