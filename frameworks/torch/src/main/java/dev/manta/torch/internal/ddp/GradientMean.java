package dev.manta.torch.internal.ddp;

import dev.manta.collective.Collectives;
import dev.manta.torch.internal.Averaging;
import dev.manta.torch.internal.flat.FlatBlock;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bytedeco.pytorch.Tensor;

/// Averages gradients when the optimizer steps: one reduction per type of number, in memory that
/// the ranks share. Quickest on one host, where nothing is gained by starting earlier.
public final class GradientMean implements Averaging, AutoCloseable {
  private final Collectives group;
  private final Replica replica;
  private final Weights weights;
  private final BooleanSupplier paused;
  private final List<Portion> portions;
  private boolean done;
  private boolean flat;

  public GradientMean(Collectives group, Replica replica, Weights weights, BooleanSupplier paused) {
    this.group = group;
    this.replica = replica;
    this.weights = weights;
    this.paused = paused;
    this.portions = replica.trained().stream().map(block -> new Portion(block, group)).toList();
  }

  @Override
  public void average() {
    if (done || paused.getAsBoolean()) {
      return;
    }
    double weight = weights.now();
    flat = true;
    for (Portion portion : portions) {
      portion.gather();
      group.weightedMean(portion.values(), weight);
      flat &= portion.publish();
    }
    replica.broadcastBuffers(group);
    done = true;
  }

  @Override
  public boolean isFlat() {
    return done && flat;
  }

  @Override
  public Tensor gradients(FlatBlock block) {
    return Portion.of(portions, block).gradients();
  }

  @Override
  public List<FlatBlock> blocks() {
    return replica.trained();
  }

  @Override
  public void used() {
    done = false;
  }

  @Override
  public void close() {
    portions.forEach(Portion::release);
  }
}
