package dev.manta.tensorflow.internal.graph;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.tensorflow.Graph;
import org.tensorflow.Output;
import org.tensorflow.Signature;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.proto.TensorShapeProto;

/// What of a graph is needed to compute its outputs, without gradients and optimizers.
public final class InferenceGraph {
  private final GraphDef whole;
  private final Set<String> needed;

  private InferenceGraph(GraphDef whole, Map<String, Output<?>> outputs) {
    this.whole = whole;
    this.needed = needed(whole, outputs);
  }

  /// Cut out of a graph, with how its inputs and outputs are called.
  public static MetaGraphDef of(
      Graph graph, Map<String, Output<?>> inputs, Map<String, Output<?>> outputs) {
    var part = new InferenceGraph(graph.toGraphDef(), outputs);
    return MetaGraphDef.newBuilder()
        .setGraphDef(part.cut())
        .putSignatureDef(Signature.DEFAULT_KEY, part.signature(inputs, outputs))
        .build();
  }

  /// The names of all operations that the outputs depend on.
  private static Set<String> needed(GraphDef whole, Map<String, Output<?>> outputs) {
    Map<String, NodeDef> nodes = new HashMap<>();
    whole.getNodeList().forEach(node -> nodes.put(node.getName(), node));
    Set<String> needed = new HashSet<>();
    Deque<String> open = new ArrayDeque<>();
    outputs.values().forEach(output -> open.add(output.op().name()));
    while (!open.isEmpty()) {
      String name = open.pop();
      NodeDef node = nodes.get(name);
      if (node != null && needed.add(name)) {
        node.getInputList().forEach(input -> open.add(operation(input)));
      }
    }
    return needed;
  }

  /// Of `name`, `name:1` or `^name`.
  private static String operation(String input) {
    String name = input.startsWith("^") ? input.substring(1) : input;
    int colon = name.indexOf(':');
    return colon < 0 ? name : name.substring(0, colon);
  }

  private GraphDef cut() {
    GraphDef.Builder part =
        GraphDef.newBuilder().setLibrary(whole.getLibrary()).setVersions(whole.getVersions());
    whole.getNodeList().stream()
        .filter(node -> needed.contains(node.getName()))
        .forEach(part::addNode);
    return part.build();
  }

  private SignatureDef signature(Map<String, Output<?>> inputs, Map<String, Output<?>> outputs) {
    SignatureDef.Builder signature =
        SignatureDef.newBuilder().setMethodName("tensorflow/serving/predict");
    inputs.forEach(
        (name, input) -> {
          if (needed.contains(input.op().name())) {
            signature.putInputs(name, tensor(input));
          }
        });
    outputs.forEach((name, output) -> signature.putOutputs(name, tensor(output)));
    return signature.build();
  }

  private static TensorInfo tensor(Output<?> output) {
    TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
    if (output.shape().isUnknown()) {
      shape.setUnknownRank(true);
    } else {
      for (long size : output.shape().asArray()) {
        shape.addDim(TensorShapeProto.Dim.newBuilder().setSize(size));
      }
    }
    return TensorInfo.newBuilder()
        .setName(output.op().name() + ":" + output.index())
        .setDtype(output.dataType())
        .setTensorShape(shape)
        .build();
  }
}
