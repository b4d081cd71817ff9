package dev.manta.tensorflow.internal.graph;

import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/// The first values of variables, as a function of a seed and the variable's name.
///
/// The initializers of TensorFlow's framework library draw uniform values from 0 up where they
/// should lie on both sides of 0, and count the inputs of convolutions twice.
public final class FirstValues {
  private FirstValues() {}

  /// Glorot's uniform values: on both sides of 0, less far from it the more numbers come in and go
  /// out.
  public static Operand<TFloat32> glorot(Ops ops, long seed, String name, long... shape) {
    double limit = Math.sqrt(6 / (double) Math.max(1, fans(shape)));
    Operand<TFloat32> uniform =
        ops.random.statelessRandomUniform(
            ops.constant(shape), ops.constant(new long[] {seed, name.hashCode()}), TFloat32.class);
    Operand<TFloat32> around = ops.math.sub(uniform, ops.constant(0.5f));
    return ops.math.mul(around, ops.constant((float) (2 * limit)));
  }

  /// How many numbers come in and go out; a convolution has its two in the last dimensions, for
  /// each place of its window.
  static long fans(long... shape) {
    if (shape.length < 2) {
      return shape.length == 0 ? 2 : 2 * shape[0];
    }
    long window = 1;
    for (int i = 0; i < shape.length - 2; i++) {
      window *= shape[i];
    }
    return window * (shape[shape.length - 2] + shape[shape.length - 1]);
  }

  /// Zeros.
  public static Operand<TFloat32> zeros(Ops ops, long... shape) {
    return ops.zeros(ops.constant(shape), TFloat32.class);
  }
}
