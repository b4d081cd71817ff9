package dev.manta.torch;

import dev.manta.torch.internal.Natives;
import dev.manta.torch.nn.Module;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// A model's answers to plain arrays, outside of any run. The model is in evaluation mode.
///
/// @param model the model
/// @param rowShape how the numbers of a row are arranged; empty for as they are
/// @param batchSize how many rows are computed at once
public record Predictor(Module model, long[] rowShape, int batchSize) {
  private static final int BATCH_SIZE = 256;

  public Predictor {
    if (batchSize < 1) {
      throw new IllegalArgumentException("batch size must be at least 1, not " + batchSize);
    }
    rowShape = rowShape.clone();
  }

  /// A predictor of batches of 256 rows.
  public static Predictor of(Module model) {
    Natives.load();
    model.eval();
    return new Predictor(model, new long[0], BATCH_SIZE);
  }

  /// The same for rows of this shape, such as `1, 28, 28` for grey images.
  public Predictor rows(long... shape) {
    return new Predictor(model, shape, batchSize);
  }

  /// The same with batches of another size.
  public Predictor batches(int size) {
    return new Predictor(model, rowShape, size);
  }

  /// The output for each row, its numbers one after the other.
  public float[][] predict(float[][] rows) {
    float[][] outputs = new float[rows.length][];
    for (int from = 0; from < rows.length; from += batchSize) {
      predict(rows, from, Math.min(rows.length, from + batchSize), outputs);
    }
    return outputs;
  }

  /// The class with the largest output for each row.
  public int[] classes(float[][] rows) {
    return Arrays.stream(predict(rows)).mapToInt(Predictor::largest).toArray();
  }

  private static int largest(float[] values) {
    int largest = 0;
    for (int i = 1; i < values.length; i++) {
      largest = values[i] > values[largest] ? i : largest;
    }
    return largest;
  }

  private void predict(float[][] rows, int from, int to, float[][] outputs) {
    try (var _ = new PointerScope();
        var _ = new NoGradGuard()) {
      Tensor answers = model.call(input(rows, from, to));
      Tensor plain = answers.to(new Device(DeviceType.CPU), ScalarType.Float).contiguous();
      int width = (int) (plain.numel() / (to - from));
      MemorySegment memory = memory(plain);
      for (int row = from; row < to; row++) {
        outputs[row] = new float[width];
        copy(memory, (long) (row - from) * width, outputs[row]);
      }
    }
  }

  private Tensor input(float[][] rows, int from, int to) {
    int width = rows[from].length;
    Tensor input = torch.empty(shape(to - from, width));
    MemorySegment memory = memory(input);
    for (int row = from; row < to; row++) {
      if (rows[row].length != width) {
        throw new IllegalArgumentException(
            "row %s has %s numbers, row %s has %s".formatted(row, rows[row].length, from, width));
      }
      MemorySegment.copy(
          rows[row], 0, memory, ValueLayout.JAVA_FLOAT, (long) (row - from) * width * 4, width);
    }
    return onDevice(input);
  }

  private long[] shape(int rows, int width) {
    long[] inner = rowShape.length == 0 ? new long[] {width} : rowShape;
    long numbers = Arrays.stream(inner).reduce(1, (a, b) -> a * b);
    if (numbers != width) {
      throw new IllegalArgumentException(
          "rows of shape %s have %s numbers, not %s"
              .formatted(Arrays.toString(inner), numbers, width));
    }
    long[] shape = new long[inner.length + 1];
    shape[0] = rows;
    System.arraycopy(inner, 0, shape, 1, inner.length);
    return shape;
  }

  private Tensor onDevice(Tensor input) {
    return model.parameters().isEmpty() ? input : input.to(first().device(), first().scalar_type());
  }

  private Tensor first() {
    return model.parameters().getFirst();
  }

  private static MemorySegment memory(Tensor tensor) {
    return tensor.numel() == 0
        ? MemorySegment.NULL
        : MemorySegment.ofAddress(tensor.data_ptr().address()).reinterpret(tensor.nbytes());
  }

  private static void copy(MemorySegment from, long at, float[] to) {
    MemorySegment.copy(from, ValueLayout.JAVA_FLOAT, at * 4, to, 0, to.length);
  }
}
