package dev.manta.bench.chaos;

import dev.manta.collective.LaneRange;
import dev.manta.collective.Values;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// The framework-free training whose weights are the same with any number of workers: the samples
/// of a step are those of eight lanes, and gradients are summed up in a fixed tree over them.
final class ExactProgram {
  private static final int LANES = 8;
  private static final int ROWS_OF_LANE = DisturbedTraining.ROWS_OF_STEP / LANES;

  private ExactProgram() {}

  /// The training function.
  static String train(TrainContext<DisturbedTraining> ctx)
      throws IOException, InterruptedException {
    DisturbedTraining settings = ctx.config();
    float[] weights = new float[ChaosProgram.WEIGHTS];
    ctx.live("weights", weights);
    LaneRange mine = LaneRange.of(ctx.rank(), ctx.worldSize(), LANES);
    try (var trace = Trace.open(settings.directory(), ctx.rank(), ctx.attempt())) {
      for (long step : ctx.steps((long) settings.epochs() * DisturbedTraining.STEPS_OF_EPOCH)) {
        var rows = new StepRows(step);
        settings.begin(ctx, trace, rows.epoch(), rows.of(mine));
        float[] sum = new float[ChaosProgram.WEIGHTS];
        ctx.collectives()
            .reduceLanes(mine, Values.of(subtrees(weights, rows, mine)), Values.of(sum));
        ChaosProgram.step(weights, sum);
        ctx.commit();
        settings.end(ctx);
        if (ctx.commits() % DisturbedTraining.STEPS_OF_EPOCH == 0) {
          ctx.report(Metrics.of("epoch", rows.epoch()), ctx.snapshot());
        }
      }
    }
    return ChaosProgram.sha256(weights);
  }

  /// The sums of a rank's subtrees, one after the other.
  private static float[] subtrees(float[] weights, StepRows rows, LaneRange mine) {
    List<LaneRange> trees = mine.subtrees();
    float[] all = new float[trees.size() * weights.length];
    for (int i = 0; i < trees.size(); i++) {
      float[] sum = sum(weights, rows, trees.get(i));
      System.arraycopy(sum, 0, all, i * weights.length, weights.length);
    }
    return all;
  }

  private static float[] sum(float[] weights, StepRows rows, LaneRange tree) {
    if (tree.count() == 1) {
      return ChaosProgram.gradient(weights, rows.of(tree));
    }
    int half = tree.count() / 2;
    float[] left = sum(weights, rows, new LaneRange(tree.first(), half, LANES));
    float[] right = sum(weights, rows, new LaneRange(tree.first() + half, half, LANES));
    for (int i = 0; i < left.length; i++) {
      left[i] += right[i];
    }
    return left;
  }

  /// The samples of a step, in an order that is new each epoch.
  private record StepRows(long step) {
    int epoch() {
      return (int) (step / DisturbedTraining.STEPS_OF_EPOCH);
    }

    long[] of(LaneRange lanes) {
      List<Long> order = new ArrayList<>();
      for (long i = 0; i < DisturbedTraining.ROWS; i++) {
        order.add(i);
      }
      Collections.shuffle(order, new Random(epoch()));
      int begin = (int) (step % DisturbedTraining.STEPS_OF_EPOCH) * DisturbedTraining.ROWS_OF_STEP;
      int from = begin + lanes.first() * ROWS_OF_LANE;
      return order.subList(from, from + lanes.count() * ROWS_OF_LANE).stream()
          .mapToLong(Long::longValue)
          .toArray();
    }
  }
}
