package dev.manta.tensorflow.internal.session;

import dev.manta.data.Batch;
import dev.manta.tensorflow.internal.TensorMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tensorflow.Graph;
import org.tensorflow.Output;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.family.TType;

/// The inputs of a graph that columns of a dataset are for, by the names of both.
public final class Inputs {
  private final List<Input> all = new ArrayList<>();

  /// One input, and the shape of a row of it.
  ///
  /// @param columns whose numbers are side by side in a row; none where it is one column of the
  ///   input's name
  record Input(
      String name,
      Output<?> placeholder,
      Class<? extends TType> type,
      Shape row,
      List<String> columns) {}

  /// Adds those of a signature, named as it names them; several signatures may have inputs of the
  /// same name.
  public Inputs add(Graph graph, SignatureDef signature) {
    new TreeMap<>(signature.getInputsMap())
        .forEach(
            (name, input) -> {
              Output<?> fed = graph.outputOrThrow(input.getName());
              all.add(new Input(name, fed, fed.type(), row(fed.shape()), List.of()));
            });
    return this;
  }

  private static Shape row(Shape rows) {
    return rows.numDimensions() > 1 ? rows.tail() : Shape.scalar();
  }

  /// Adds one to a graph.
  public <T extends TType> Placeholder<T> make(
      Ops ops, String name, Class<T> type, long... rowShape) {
    return make(ops, name, type, Shape.of(rowShape), List.of());
  }

  private <T extends TType> Placeholder<T> make(
      Ops ops, String name, Class<T> type, Shape row, List<String> columns) {
    if (!ColumnTensor.knows(type)) {
      throw new IllegalArgumentException(
          "input \"%s\" of type %s cannot be filled from a column: use TFloat32, TFloat64, TInt32, TInt64, TUint8 or TBool"
              .formatted(name, type.getSimpleName()));
    }
    if (all.stream().anyMatch(each -> each.name().equals(name))) {
      throw new IllegalArgumentException("there is an input \"" + name + "\" already");
    }
    Placeholder<T> made =
        ops.withName(name).placeholder(type, Placeholder.shape(row.prepend(Shape.UNKNOWN_SIZE)));
    all.add(new Input(name, made.asOutput(), type, row, List.copyOf(columns)));
    return made;
  }

  /// Adds one that several columns of numbers are for, side by side.
  public Placeholder<TFloat32> make(Ops ops, String name, List<String> columns) {
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("input \"" + name + "\" has no columns");
    }
    return make(ops, name, TFloat32.class, Shape.of(columns.size()), columns);
  }

  /// Rows for the only input.
  Feeds feeds(float[][] rows) {
    if (all.size() != 1) {
      throw new IllegalArgumentException(
          "plain rows are for a model with one input, and this has "
              + all.stream().map(Input::name).toList()
              + ": give it a batch with columns of these names");
    }
    Input only = all.getFirst();
    var feeds = new Feeds();
    feeds.own(only.placeholder(), tensor(rows, only.row()));
    return feeds;
  }

  /// By name.
  public Map<String, Output<?>> all() {
    Map<String, Output<?>> outputs = new LinkedHashMap<>();
    all.forEach(input -> outputs.put(input.name(), input.placeholder()));
    return outputs;
  }

  /// A batch's columns for all inputs, as many of them as it has; what is missing and needed is
  /// said when the graph runs.
  Feeds feeds(Batch batch) {
    if (all.isEmpty()) {
      throw new IllegalStateException(
          "a batch is fed to the inputs that tf.input(name, …) made, and there are none: make them,"
              + " or feed tensors with run(rows, feeds)");
    }
    var feeds = new Feeds();
    try {
      all.forEach(input -> feed(feeds, batch, input));
      return feeds;
    } catch (RuntimeException e) {
      feeds.close();
      throw e;
    }
  }

  private static void feed(Feeds feeds, Batch batch, Input input) {
    String name = input.name();
    if (!input.columns().isEmpty()) {
      feeds.own(input.placeholder(), packed(batch, input.columns()));
    } else if (batch.schema().names().contains(name)) {
      feeds.own(input.placeholder(), ColumnTensor.of(batch, name, input.type(), input.row()));
    }
  }

  private static Tensor packed(Batch batch, List<String> columns) {
    Tensor tensor = TFloat32.tensorOf(Shape.of(batch.rows(), columns.size()));
    batch.pack(columns, TensorMemory.of(tensor));
    return tensor;
  }

  private static Tensor tensor(float[][] rows, Shape row) {
    TFloat32 tensor = TFloat32.tensorOf(row.prepend(rows.length));
    MemorySegment memory = TensorMemory.of(tensor);
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != row.size()) {
        tensor.close();
        throw new IllegalArgumentException(
            "row %s has %s numbers, and the model wants %s"
                .formatted(i, rows[i].length, row.size()));
      }
      long at = i * row.size() * Float.BYTES;
      MemorySegment.copy(rows[i], 0, memory, ValueLayout.JAVA_FLOAT_UNALIGNED, at, rows[i].length);
    }
    return tensor;
  }
}
