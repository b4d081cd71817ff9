package dev.manta.tensorflow.internal.graph;

import dev.manta.tensorflow.internal.ElementTypes;
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.Graph;
import org.tensorflow.GraphOperation;
import org.tensorflow.Operand;
import org.tensorflow.Output;
import org.tensorflow.internal.types.registry.TensorTypeRegistry;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Op;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.proto.DataType;
import org.tensorflow.types.family.TType;

/// A variable of a graph: how its value is read, and how it is set.
///
/// @param name that of its operation, such as `dense/kernel`
/// @param value its value
/// @param given what it is set to
/// @param set sets it
public record ModelVariable(
    String name, Shape shape, Output<?> value, Placeholder<? extends TType> given, Op set) {
  private static final String REFERENCE = "VariableV2";

  /// The type as safetensors spells it.
  public String type() {
    return ElementTypes.safetensors(given.asOutput().dataType(), "variable \"" + name + "\"");
  }

  /// Its type in Java.
  public Class<? extends TType> javaType() {
    return given.type();
  }

  /// The variables that programs in Java make, in the order in which they were made.
  public static List<GraphOperation> made(Graph graph) {
    List<GraphOperation> all = new ArrayList<>();
    graph
        .operations()
        .forEachRemaining(
            operation -> {
              if (operation.type().equals(REFERENCE)) {
                all.add(operation);
              }
            });
    return all;
  }

  /// A variable that a program in Java made.
  public static ModelVariable reference(Ops ops, GraphOperation operation) {
    return reference(ops, operation.name(), operation.output(0));
  }

  private static <T extends TType> ModelVariable reference(
      Ops ops, String name, Output<T> variable) {
    Placeholder<T> given = ops.placeholder(variable.type());
    return new ModelVariable(name, variable.shape(), variable, given, ops.assign(variable, given));
  }

  /// A variable behind a handle, as programs in Python make them.
  ///
  /// @param content what it holds
  public static ModelVariable resource(
      Ops ops, String name, Operand<? extends TType> handle, Content content) {
    Class<? extends TType> type = TensorTypeRegistry.find(content.type()).type();
    return resource(ops, name, handle, type, content.shape());
  }

  /// What a variable behind a handle holds.
  public record Content(DataType type, Shape shape) {}

  private static <T extends TType> ModelVariable resource(
      Ops ops, String name, Operand<? extends TType> handle, Class<T> type, Shape shape) {
    Placeholder<T> given = ops.placeholder(type);
    return new ModelVariable(
        name,
        shape,
        ops.readVariableOp(handle, type).asOutput(),
        given,
        ops.assignVariableOp(handle, given));
  }
}
