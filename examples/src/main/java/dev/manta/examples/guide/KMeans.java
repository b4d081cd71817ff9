package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Collectives;
import dev.manta.collective.Op;
import dev.manta.collective.Values;
import dev.manta.data.Dataset;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.util.List;

/// K-means over points that are spread over ranks: no rank ever sees all of them.
public final class KMeans {
  private KMeans() {}

  /// How much to do.
  ///
  /// @param clusters how many centres to find
  /// @param rounds how often centres are moved
  public record Config(int clusters, int rounds) {}

  // region: loop
  static void train(TrainContext<Config> ctx) {
    Collectives all = ctx.collectives();
    int k = ctx.config().clusters();
    RankRows points = RankRows.read(ctx.dataset("points"), List.of("x"), "y"); // this rank's share
    double[] centres = new double[2 * k];
    for (int c = 0; c < k && ctx.rank() == 0; c++) {
      centres[2 * c] = points.feature(c, 0);
      centres[2 * c + 1] = points.label(c);
    }
    all.broadcast(Values.of(centres), 0); // all ranks begin with rank 0's centres
    ctx.live("centres", centres); // restored here when the run resumes
    for (int round : ctx.epochs(ctx.config().rounds())) {
      double[] sums =
          new double[3 * k + 1]; // x, y and count of each centre, and the squared distance
      assign(points, centres, sums);
      all.allReduce(sums, Op.SUM); // over the points of all ranks
      move(centres, sums);
      ctx.report(Metrics.of("round", round, "distance", sums[3 * k]), ctx.snapshot());
    }
  }

  // endregion

  // region: steps
  /// Adds each point to the sums of its nearest centre.
  static void assign(RankRows points, double[] centres, double[] sums) {
    for (int p = 0; p < points.count(); p++) {
      double x = points.feature(p, 0);
      double y = points.label(p);
      int near = nearest(x, y, centres);
      sums[3 * near] += x;
      sums[3 * near + 1] += y;
      sums[3 * near + 2] += 1;
      sums[sums.length - 1] += squared(x, y, centres, near);
    }
  }

  /// Moves each centre to the mean of its points.
  static void move(double[] centres, double[] sums) {
    for (int c = 0; c < centres.length / 2; c++) {
      if (sums[3 * c + 2] > 0) {
        centres[2 * c] = sums[3 * c] / sums[3 * c + 2];
        centres[2 * c + 1] = sums[3 * c + 1] / sums[3 * c + 2];
      }
    }
  }

  // endregion

  private static int nearest(double x, double y, double[] centres) {
    int best = 0;
    for (int c = 1; c < centres.length / 2; c++) {
      best = squared(x, y, centres, c) < squared(x, y, centres, best) ? c : best;
    }
    return best;
  }

  private static double squared(double x, double y, double[] centres, int c) {
    double dx = x - centres[2 * c];
    double dy = y - centres[2 * c + 1];
    return dx * dx + dy * dy;
  }

  /// Finds three centres, with so many workers.
  static Trainer trainer(Dataset points, int workers, RunConfig run) {
    return Trainer.of(KMeans::train, new Config(3, 8))
        .dataset("points", points)
        .scaling(ScalingConfig.workers(workers))
        .run(run);
  }

  /// Finds three centres with two workers.
  public static Result fit(RunConfig run) {
    return trainer(MadeUpRows.points(6000), 2, run).fit();
  }

  public static void main(String[] args) {
    System.out.println(fit(RunConfig.named("k-means")).metrics());
  }
}
