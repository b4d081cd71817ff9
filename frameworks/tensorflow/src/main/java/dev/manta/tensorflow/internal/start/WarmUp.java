package dev.manta.tensorflow.internal.start;

import dev.manta.tensorflow.internal.Natives;
import dev.manta.tensorflow.internal.TensorMemory;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.Output;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Variable;
import org.tensorflow.types.TFloat32;

/// A very small graph with gradients, so that a cache of classes knows what a training loads.
final class WarmUp {
  private WarmUp() {}

  static void run() {
    Natives.load();
    try (Graph graph = new Graph();
        Session session = new Session(graph)) {
      Ops ops = Ops.create(graph);
      Variable<TFloat32> weights = ops.variable(ops.constant(new float[][] {{1, 2}, {3, 4}}));
      Operand<TFloat32> squares = ops.math.square(ops.linalg.matMul(weights, weights));
      Operand<TFloat32> loss = ops.math.mean(squares, ops.constant(new int[] {0, 1}));
      Output<?>[] gradients =
          graph.addGradients(loss.asOutput(), new Output<?>[] {weights.asOutput()});
      try (Result result = session.runner().fetch(gradients[0]).run()) {
        assert TensorMemory.of(result.get(0)).byteSize() > 0;
      }
    }
  }
}
