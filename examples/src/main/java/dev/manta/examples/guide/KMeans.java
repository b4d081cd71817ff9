package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Collectives;
import dev.manta.collective.Op;
import dev.manta.collective.Values;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.util.Random;

/// K-means over points that are spread over ranks: no rank ever sees all of them.
public final class KMeans {
  private KMeans() {}

  /// How much to do.
  ///
  /// @param clusters how many centres to find
  /// @param points how many points each rank holds
  /// @param rounds how often centres are moved
  public record Config(int clusters, int points, int rounds) {}

  // region: loop
  static void train(TrainContext<Config> ctx) {
    Collectives all = ctx.collectives();
    int k = ctx.config().clusters();
    float[] points = points(ctx.config().points(), new Random(ctx.rank())); // this rank's share
    float[] centres = new float[2 * k];
    if (ctx.rank() == 0) {
      System.arraycopy(points, 0, centres, 0, 2 * k);
    }
    all.broadcast(Values.of(centres), 0); // all ranks begin with rank 0's centres
    ctx.live("centres", centres); // restored here when the run resumes
    for (int round : ctx.epochs(ctx.config().rounds())) {
      float[] sums =
          new float[3 * k + 1]; // x, y and count of each centre, and the squared distance
      assign(points, centres, sums);
      all.allReduce(sums, Op.SUM); // over the points of all ranks
      move(centres, sums);
      ctx.report(Metrics.of("round", round, "distance", sums[3 * k]), ctx.snapshot());
    }
  }

  // endregion

  // region: steps
  /// Adds each point to the sums of its nearest centre.
  static void assign(float[] points, float[] centres, float[] sums) {
    for (int p = 0; p < points.length; p += 2) {
      int near = nearest(points[p], points[p + 1], centres);
      sums[3 * near] += points[p];
      sums[3 * near + 1] += points[p + 1];
      sums[3 * near + 2] += 1;
      sums[sums.length - 1] += squared(points[p], points[p + 1], centres, near);
    }
  }

  /// Moves each centre to the mean of its points.
  static void move(float[] centres, float[] sums) {
    for (int c = 0; c < centres.length / 2; c++) {
      if (sums[3 * c + 2] > 0) {
        centres[2 * c] = sums[3 * c] / sums[3 * c + 2];
        centres[2 * c + 1] = sums[3 * c + 1] / sums[3 * c + 2];
      }
    }
  }

  // endregion

  private static int nearest(float x, float y, float[] centres) {
    int best = 0;
    for (int c = 1; c < centres.length / 2; c++) {
      best = squared(x, y, centres, c) < squared(x, y, centres, best) ? c : best;
    }
    return best;
  }

  private static float squared(float x, float y, float[] centres, int c) {
    float dx = x - centres[2 * c];
    float dy = y - centres[2 * c + 1];
    return dx * dx + dy * dy;
  }

  /// Points around (0, 0), (10, 0) and (0, 10), in turn.
  private static float[] points(int count, Random random) {
    float[] points = new float[2 * count];
    for (int p = 0; p < count; p++) {
      points[2 * p] = (float) random.nextGaussian() + (p % 3 == 1 ? 10 : 0);
      points[2 * p + 1] = (float) random.nextGaussian() + (p % 3 == 2 ? 10 : 0);
    }
    return points;
  }

  /// Finds three centres with two workers.
  public static Result fit(RunConfig run) {
    return Trainer.of(KMeans::train, new Config(3, 3000, 8))
        .scaling(ScalingConfig.workers(2))
        .run(run)
        .fit();
  }

  public static void main(String[] args) {
    System.out.println(fit(RunConfig.named("k-means")).metrics());
  }
}
