package dev.manta.djl;

import ai.djl.Model;
import ai.djl.inference.Predictor;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.translate.NoopTranslator;
import ai.djl.translate.TranslateException;
import dev.manta.djl.internal.engine.ArrayMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// A model's answers to rows of numbers, outside of any run. One thread at a time asks it; another
/// one has another. Closing it leaves the model open.
public final class RowPredictor implements AutoCloseable {
  private final Model model;
  private final Shape row;
  private final Predictor<NDList, NDList> predictor;

  private RowPredictor(Model model, Shape row) {
    this.model = model;
    this.row = row;
    this.predictor = model.newPredictor(new NoopTranslator());
  }

  /// Answers of a model, such as [Djl#loadForInference] gives.
  public static RowPredictor of(Model model) {
    return new RowPredictor(model, new Shape());
  }

  /// The same for rows of this shape, such as `1, 28, 28` for grey images.
  public static RowPredictor of(Model model, long... rowShape) {
    return new RowPredictor(model, new Shape(rowShape));
  }

  /// The output for each row, its numbers one after the other.
  public float[][] predict(float[][] rows) {
    if (rows.length == 0) {
      return new float[0][];
    }
    try (NDManager memory = model.getNDManager().newSubManager()) {
      NDList answers = predictor.predict(new NDList(input(memory, rows)));
      answers.attach(memory);
      NDArray outputs = answers.head().toType(DataType.FLOAT32, false);
      return split(outputs.toFloatArray(), rows.length);
    } catch (TranslateException e) {
      throw new IllegalStateException("the model cannot answer: " + e.getMessage(), e);
    }
  }

  /// The class with the largest output for each row.
  public int[] classes(float[][] rows) {
    return Arrays.stream(predict(rows)).mapToInt(RowPredictor::largest).toArray();
  }

  private NDArray input(NDManager memory, float[][] rows) {
    int width = rows[0].length;
    NDArray input = memory.create(shape(rows.length, width), DataType.FLOAT32);
    MemorySegment to = ArrayMemory.of(input);
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != width) {
        throw new IllegalArgumentException(
            "row %s has %s numbers, row 0 has %s".formatted(i, rows[i].length, width));
      }
      MemorySegment.copy(rows[i], 0, to, ValueLayout.JAVA_FLOAT, 4L * i * width, width);
    }
    return input;
  }

  private Shape shape(int rows, int width) {
    Shape inner = row.dimension() == 0 ? new Shape(width) : row;
    if (inner.size() != width) {
      throw new IllegalArgumentException(
          "rows of shape %s have %s numbers, not %s".formatted(inner, inner.size(), width));
    }
    return new Shape(rows).addAll(inner);
  }

  private static float[][] split(float[] values, int rows) {
    int width = values.length / rows;
    float[][] outputs = new float[rows][];
    Arrays.setAll(outputs, i -> Arrays.copyOfRange(values, i * width, (i + 1) * width));
    return outputs;
  }

  private static int largest(float[] values) {
    int largest = 0;
    for (int i = 1; i < values.length; i++) {
      largest = values[i] > values[largest] ? i : largest;
    }
    return largest;
  }

  @Override
  public void close() {
    predictor.close();
  }
}
