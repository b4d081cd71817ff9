package dev.manta.torch.internal.ddp;

import dev.manta.collective.Collectives;
import dev.manta.torch.internal.flat.Averaging;
import dev.manta.torch.internal.flat.FlatBlock;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bytedeco.pytorch.Tensor;

/// Averages gradients over ranks by weight, through Manta's own collectives, once per update.
abstract class Mean implements Averaging, AutoCloseable {
  final Collectives group;
  final Weights weights;
  final BooleanSupplier paused;
  final List<Portion> portions;
  private final Replica replica;
  private boolean done;
  private boolean flat;

  Mean(Collectives group, Replica replica, Weights weights, BooleanSupplier paused) {
    this.group = group;
    this.replica = replica;
    this.weights = weights;
    this.paused = paused;
    this.portions = replica.trained().stream().map(block -> new Portion(block, group)).toList();
  }

  /// Makes the values of all portions the group's.
  abstract void reduce();

  @Override
  public final void average() {
    if (done || paused.getAsBoolean()) {
      return;
    }
    weights.requireEven(group);
    reduce();
    flat = true;
    for (Portion portion : portions) {
      flat &= portion.publish();
    }
    replica.broadcastBuffers(group);
    done = true;
  }

  @Override
  public final boolean isFlat() {
    return done && flat;
  }

  @Override
  public final Tensor gradients(FlatBlock block) {
    return Portion.of(portions, block).gradients();
  }

  @Override
  public final List<FlatBlock> blocks() {
    return replica.trained();
  }

  @Override
  public final void used() {
    done = false;
  }

  @Override
  public final void close() {
    portions.forEach(Portion::release);
  }
}
