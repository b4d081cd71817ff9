package dev.manta.torch.internal.ddp;

import dev.manta.collective.Collectives;
import dev.manta.collective.LaneRange;
import dev.manta.torch.internal.ops.Constants;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/// Sums gradients over lanes in a tree that has the same form for every number of ranks: a rank
/// computes its own lanes one by one and the nodes above them, the group computes the rest.
public final class LaneMean extends Mean {
  private final LaneRange mine;
  private final List<LaneSums> sums;
  private boolean computed;

  LaneMean(Collectives group, Replica replica, Weights weights, BooleanSupplier paused, int lanes) {
    super(group, replica, weights, paused);
    mine = LaneRange.of(group.rank(), group.size(), lanes);
    int roots = mine.subtrees().size();
    int depth = Integer.numberOfTrailingZeros(lanes);
    sums = portions.stream().map(portion -> new LaneSums(portion, roots, depth)).toList();
  }

  /// The lanes of this rank.
  LaneRange mine() {
    return mine;
  }

  /// Computes every lane of this rank.
  ///
  /// @param lane leaves a lane's gradients with the parameters
  void compute(IntConsumer lane) {
    if (computed) {
      throw new IllegalStateException(
          "in exact mode a step has one batch: call optimizer.step() before the next"
              + " torch.backward(batch, loss)");
    }
    List<LaneRange> trees = mine.subtrees();
    for (int root = 0; root < trees.size(); root++) {
      compute(trees.get(root).first(), trees.get(root).count(), root, trees.size(), lane);
    }
    computed = true;
  }

  private void compute(int first, int width, int node, int free, IntConsumer lane) {
    if (width == 1) {
      forget();
      lane.accept(first);
      without(() -> sums.forEach(sum -> sum.take(node)));
      return;
    }
    compute(first, width / 2, node, free, lane);
    compute(first + width / 2, width / 2, free, free + 1, lane);
    without(() -> sums.forEach(sum -> sum.add(free, node)));
  }

  private void forget() {
    for (LaneSums sum : sums) {
      for (Tensor parameter : sum.portion().block().members()) {
        parameter.mutable_grad().put(Constants.UNDEFINED);
      }
    }
  }

  private static void without(Runnable gradients) {
    try (var _ = new NoGradGuard()) {
      gradients.run();
    }
  }

  @Override
  void reduce() {
    if (!computed) {
      throw new IllegalStateException(
          "in exact mode gradients are computed by torch.backward(batch, loss), before every step");
    }
    sums.forEach(sum -> group.reduceLanes(mine, sum.subtrees(), sum.portion().values()));
    computed = false;
  }
}
