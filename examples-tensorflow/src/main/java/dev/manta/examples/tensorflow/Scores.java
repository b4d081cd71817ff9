package dev.manta.examples.tensorflow;

import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/// How well a classifier does, as numbers of its graph.
final class Scores {
  private Scores() {}

  // region: scores
  /// The mean cross entropy over the rows.
  static Operand<TFloat32> loss(Ops ops, Operand<TFloat32> logits, Operand<TInt32> classes) {
    var ofRows = ops.nn.sparseSoftmaxCrossEntropyWithLogits(logits, classes).loss();
    return ops.math.mean(ofRows, ops.constant(0));
  }

  /// The share of rows that are put into the right class.
  static Operand<TFloat32> accuracy(Ops ops, Operand<TFloat32> logits, Operand<TInt32> classes) {
    Operand<TInt32> seen = ops.math.argMax(logits, ops.constant(1), TInt32.class);
    return ops.math.mean(
        ops.dtypes.cast(ops.math.equal(seen, classes), TFloat32.class), ops.constant(0));
  }
  // endregion
}
