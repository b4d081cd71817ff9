package dev.manta.torch;

import dev.manta.collective.Op;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.util.LinkedHashMap;
import java.util.Map;

/// Means over the rows of all ranks: each rank adds up its own, and [#metrics] adds up the ranks.
public final class Tally {
  private final TrainContext<?> ctx;
  private final Map<String, double[]> sums = new LinkedHashMap<>();

  Tally(TrainContext<?> ctx) {
    this.ctx = ctx;
  }

  /// Adds a sum over rows, such as the number of right answers among them.
  public void add(String name, double sum, long rows) {
    double[] so = sums.computeIfAbsent(name, _ -> new double[2]);
    so[0] += sum;
    so[1] += rows;
  }

  /// Adds the mean of so many rows, such as a batch's loss. The mean of no rows counts nothing.
  public void addMean(String name, double mean, long rows) {
    add(name, rows == 0 ? 0 : mean * rows, rows);
  }

  /// The means over all ranks, the same on each. Every rank calls it, with the same names.
  public Metrics metrics() {
    double[] all = new double[sums.size() * 2];
    int next = 0;
    for (double[] each : sums.values()) {
      all[next++] = each[0];
      all[next++] = each[1];
    }
    if (ctx.worldSize() > 1) {
      ctx.collectives().allReduce(all, Op.SUM);
    }
    Metrics metrics = Metrics.empty();
    next = 0;
    for (String name : sums.keySet()) {
      metrics = metrics.with(name, all[next] / all[next + 1]);
      next += 2;
    }
    return metrics;
  }
}
