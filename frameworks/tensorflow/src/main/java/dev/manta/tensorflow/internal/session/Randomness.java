package dev.manta.tensorflow.internal.session;

import org.tensorflow.Operand;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.PlaceholderWithDefault;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt64;

/// Random numbers of a graph as a function of seed, step and rank. They are drawn only while a step
/// trains: what evaluates or predicts feeds nothing, and drops nothing.
final class Randomness {
  private final PlaceholderWithDefault<TInt64> drawn;
  private final PlaceholderWithDefault<TFloat32> training;
  private int layers;

  Randomness(Ops ops) {
    drawn = ops.placeholderWithDefault(ops.constant(new long[] {0, 0}), Shape.of(2));
    training = ops.placeholderWithDefault(ops.constant(0f), Shape.scalar());
  }

  /// Drops a share of the numbers, and scales up the others, while a step trains.
  Operand<TFloat32> dropout(Ops ops, Operand<TFloat32> values, double rate) {
    Operand<TInt64> seed = ops.math.add(drawn, ops.constant(new long[] {0, ++layers}));
    Operand<TFloat32> chance =
        ops.random.statelessRandomUniform(ops.shape(values, TInt64.class), seed, TFloat32.class);
    Operand<TFloat32> kept =
        ops.dtypes.cast(ops.math.greaterEqual(chance, ops.constant((float) rate)), TFloat32.class);
    Operand<TFloat32> change =
        ops.math.sub(ops.math.div(kept, ops.constant((float) (1 - rate))), ops.constant(1f));
    Operand<TFloat32> factor = ops.math.add(ops.constant(1f), ops.math.mul(training, change));
    return ops.math.mul(values, factor);
  }

  /// Feeds what a step draws its numbers from.
  void feed(Feeds feeds, long seed, long step, int rank) {
    Tensor fed = TInt64.vectorOf(mix(seed, step, rank), 0);
    feeds.own(drawn.asOutput(), fed);
    feeds.own(training.asOutput(), TFloat32.scalarOf(1));
  }

  /// Spreads the bits, so that neighbours have nothing in common.
  private static long mix(long seed, long step, int rank) {
    long x = seed + 0x9E3779B97F4A7C15L * (step + 1) + 0xD1B54A32D192ED03L * rank;
    x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}
