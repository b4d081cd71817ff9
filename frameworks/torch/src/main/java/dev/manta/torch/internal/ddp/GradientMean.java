package dev.manta.torch.internal.ddp;

import dev.manta.collective.Collectives;
import java.util.function.BooleanSupplier;

/// Averages gradients when the optimizer steps: one reduction per type of number, in memory that
/// the ranks share. Quickest on one host, where nothing is gained by starting earlier.
public final class GradientMean extends Mean {
  public GradientMean(Collectives group, Replica replica, Weights weights, BooleanSupplier paused) {
    super(group, replica, weights, paused);
  }

  @Override
  void reduce() {
    double weight = weights.now();
    for (Portion portion : portions) {
      portion.gather();
      group.weightedMean(portion.values(), weight);
    }
  }
}
