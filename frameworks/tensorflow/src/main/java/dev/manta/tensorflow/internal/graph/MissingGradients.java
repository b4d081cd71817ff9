package dev.manta.tensorflow.internal.graph;

import java.util.List;
import org.tensorflow.GraphOperation;
import org.tensorflow.Operand;
import org.tensorflow.Output;
import org.tensorflow.TensorFlow;
import org.tensorflow.op.Ops;
import org.tensorflow.op.nn.SparseSoftmaxCrossEntropyWithLogits;
import org.tensorflow.types.TFloat32;

/// Gradients of operators that TensorFlow's library has for Python only, and everybody uses.
public final class MissingGradients {
  private MissingGradients() {}

  /// Adds them to the library, where they stay for the life of the process.
  public static void add() {
    TensorFlow.registerCustomGradient(
        SparseSoftmaxCrossEntropyWithLogits.OP_NAME, MissingGradients::sparseCrossEntropy);
  }

  /// The operator has computed the gradient of each row's loss already; labels have none.
  private static List<Operand<?>> sparseCrossEntropy(
      Ops ops, GraphOperation operation, List<Output<?>> gradients) {
    Operand<TFloat32> ofLoss = gradients.getFirst().expect(TFloat32.class);
    Operand<TFloat32> ofRows = operation.<TFloat32>output(1);
    Operand<TFloat32> perRow = ops.expandDims(ofLoss, ops.constant(-1));
    return List.of(ops.math.mul(perRow, ofRows), ops.constant(0f));
  }
}
