package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Collectives;
import dev.manta.collective.Op;
import dev.manta.data.Dataset;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.util.Arrays;
import java.util.List;

/// Gradient boosting of regression trees: each tree corrects what the trees before it got wrong.
/// Ranks exchange histograms, never rows, and so grow the same trees.
public final class HistogramBoosting {
  static final List<String> FEATURES = List.of("a", "b", "c");

  private HistogramBoosting() {}

  /// How it learns.
  ///
  /// @param depth how many questions each tree asks
  /// @param bins into how many parts the values of a feature are split, which all lie in 0 to 1
  /// @param rate how much of its answer a tree gives
  public record Config(int rounds, int depth, int bins, double rate) {}

  // region: loop
  static void train(TrainContext<Config> ctx) {
    Config config = ctx.config();
    RankRows rows = RankRows.read(ctx.dataset("train"), FEATURES, "y");
    double[] trees = new double[config.rounds() * BinaryTree.size(config.depth())];
    ctx.live("trees", trees); // restored here when the run resumes
    for (int round : ctx.epochs(config.rounds())) {
      double[] wrong = wrong(rows, trees, round, config);
      var tree = BinaryTree.of(trees, round, config.depth());
      grow(tree, rows, wrong, config, ctx.collectives());
      ctx.report(Metrics.of("round", round, "rmse", error(wrong, ctx)), ctx.snapshot());
    }
  }

  /// What the trees before this round leave wrong in each row.
  private static double[] wrong(RankRows rows, double[] trees, int round, Config config) {
    double[] wrong = new double[rows.count()];
    Arrays.setAll(wrong, rows::label);
    for (int i = 0; i < round; i++) {
      var tree = BinaryTree.of(trees, i, config.depth());
      for (int row = 0; row < wrong.length; row++) {
        wrong[row] -= tree.answer(rows, row);
      }
    }
    return wrong;
  }

  // endregion

  // region: grow
  /// Splits all nodes of one level after the other.
  private static void grow(
      BinaryTree tree, RankRows rows, double[] wrong, Config config, Collectives group) {
    for (int level = 0; level <= config.depth(); level++) {
      var histogram = new Histogram(1 << level, FEATURES.size(), config.bins());
      for (int row = 0; row < wrong.length; row++) {
        histogram.add(tree.nodeOf(rows, row, level), rows, row, wrong[row]);
      }
      group.allReduce(histogram.sums(), Op.SUM); // over the rows of all ranks
      for (int node = 0; node < 1 << level; node++) {
        if (level == config.depth()) {
          tree.answer(node, config.rate() * histogram.mean(node));
        } else {
          tree.split(level, node, histogram.best(node));
        }
      }
    }
  }

  // endregion

  private static double error(double[] wrong, TrainContext<?> ctx) {
    double[] sums = {Arrays.stream(wrong).map(each -> each * each).sum(), wrong.length};
    ctx.collectives().allReduce(sums, Op.SUM);
    return Math.sqrt(sums[0] / sums[1]);
  }

  /// Learns a curve, with so many workers.
  static Trainer trainer(Dataset rows, int workers, RunConfig run) {
    return Trainer.of(HistogramBoosting::train, new Config(30, 3, 32, 0.3))
        .dataset("train", rows)
        .scaling(ScalingConfig.workers(workers))
        .run(run);
  }

  public static void main(String[] args) {
    Result result = trainer(MadeUpRows.waves(4000), 2, RunConfig.named("boosting")).fit();
    System.out.println("off by " + result.metrics().number("rmse"));
  }
}
