package dev.manta.tensorflow.internal.graph;

import org.tensorflow.Graph;
import org.tensorflow.GraphOperation;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Op;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Variable;
import org.tensorflow.proto.DataType;
import org.tensorflow.types.TFloat32;

/// Makes variables whose names are exactly those that were asked for, with slashes, such as
/// `dense/kernel`: scopes of operators get a number when they are entered again.
public final class NamedVariable {
  private NamedVariable() {}

  /// One of floats.
  ///
  /// @param first computes its first values, with operators of the init scope
  public static Variable<TFloat32> of(Graph graph, String name, Operand<TFloat32> first) {
    if (graph.operation(name) != null) {
      throw new IllegalArgumentException(
          "there is a \"" + name + "\" in the graph already: give each variable its own name");
    }
    Ops init = Ops.create(graph).withInitScope();
    var made = new Variable<TFloat32>(operation(graph, init, name, first.shape()));
    Op assigned = init.assign(made, first);
    assert assigned.op() != null;
    return made;
  }

  private static GraphOperation operation(Graph graph, Ops init, String name, Shape shape) {
    return graph
        .opBuilder(Variable.OP_NAME, name, init.scope())
        .setAttr("shape", shape)
        .setAttr("dtype", DataType.DT_FLOAT)
        .build();
  }
}
