package dev.manta.tensorflow.internal.session;

import dev.manta.data.Batch;
import dev.manta.tensorflow.internal.TensorMemory;
import dev.manta.tensorflow.internal.model.TrainedModel;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.tensorflow.Output;
import org.tensorflow.Result;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.TensorInfo;

/// What a trained model answers to rows.
public final class Answers implements AutoCloseable {
  private final TrainedModel model;
  private final Inputs inputs;
  private final TreeMap<String, TensorInfo> outputs;

  /// Of a model, which is closed with this.
  public Answers(TrainedModel model) {
    this.model = model;
    this.inputs = new Inputs().add(model.graph(), model.signature());
    this.outputs = new TreeMap<>(model.signature().getOutputsMap());
  }

  /// The names of what it computes, sorted.
  public List<String> outputs() {
    return List.copyOf(outputs.keySet());
  }

  /// The numbers of an output for each row of the only input.
  public float[][] to(float[][] rows, String output) {
    if (rows.length == 0) {
      return new float[0][];
    }
    try (Feeds feeds = inputs.feeds(rows)) {
      return answers(feeds, rows.length, output);
    }
  }

  /// The numbers of an output for each row of a batch.
  public float[][] to(Batch batch, String output) {
    if (batch.rows() == 0) {
      return new float[0][];
    }
    try (Feeds feeds = inputs.feeds(batch)) {
      return answers(feeds, batch.rows(), output);
    }
  }

  private float[][] answers(Feeds feeds, int rows, String name) {
    TensorInfo place = outputs.get(name);
    if (place == null) {
      throw new IllegalArgumentException(
          "there is no output \"%s\"; there are %s".formatted(name, outputs()));
    }
    Output<?> output = model.graph().outputOrThrow(place.getName());
    try (Result result = feeds.into(model.session().runner()).fetch(output).run()) {
      return floats(result.get(0), rows, name);
    }
  }

  private static float[][] floats(Tensor values, int rows, String name) {
    Shape shape = values.shape();
    boolean fits =
        values.dataType() == DataType.DT_FLOAT && shape.numDimensions() > 0 && shape.get(0) == rows;
    if (!fits) {
      throw new IllegalArgumentException(
          "output \"%s\" is %s%s, and must have a row of floats for each of %s rows"
              .formatted(name, values.dataType(), shape, rows));
    }
    float[] all = TensorMemory.of(values).toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
    int width = all.length / rows;
    float[][] answers = new float[rows][];
    Arrays.setAll(answers, row -> Arrays.copyOfRange(all, row * width, (row + 1) * width));
    return answers;
  }

  /// Writes the model as a SavedModel.
  public void write(Path directory) {
    model.write(directory);
  }

  @Override
  public void close() {
    model.close();
  }
}
