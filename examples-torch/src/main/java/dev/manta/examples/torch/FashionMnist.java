package dev.manta.examples.torch;

import dev.manta.torch.data.TensorDataset;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Grey images of 28 by 28 points in ten classes: about 60,000 to train on and 10,000 held out.
///
/// @param rows the images one after the other, each followed by its class
record FashionMnist(byte[] rows) {
  private static final int PIXELS = 28 * 28;
  private static final int ROW = PIXELS + 1;
  private static final int HELD_OUT = 7;

  /// The images of a file that [FashionMnistFile] made.
  static FashionMnist read(Path file) {
    try {
      return new FashionMnist(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Images made up of ten patterns of large squares, and noise, for where there is no network.
  static FashionMnist synthetic(int count) {
    Random random = new Random(1);
    int[][] patterns = new int[10][49];
    for (int[] pattern : patterns) {
      Arrays.setAll(pattern, _ -> random.nextInt(2) * 127);
    }
    byte[] rows = new byte[count * ROW];
    for (int row = 0; row < count; row++) {
      int kind = random.nextInt(10);
      for (int i = 0; i < PIXELS; i++) {
        int square = i / 28 / 4 * 7 + i % 28 / 4;
        rows[row * ROW + i] = (byte) (patterns[kind][square] + random.nextInt(128));
      }
      rows[row * ROW + PIXELS] = (byte) kind;
    }
    return new FashionMnist(rows);
  }

  int count() {
    return rows.length / ROW;
  }

  TensorDataset train() {
    return images(false);
  }

  /// Every seventh image, which is in no training.
  TensorDataset test() {
    return images(true);
  }

  private TensorDataset images(boolean heldOut) {
    int[] chosen =
        IntStream.range(0, count()).filter(row -> (row % HELD_OUT == 0) == heldOut).toArray();
    byte[] pixels = new byte[chosen.length * PIXELS];
    long[] kinds = new long[chosen.length];
    for (int i = 0; i < chosen.length; i++) {
      System.arraycopy(rows, chosen[i] * ROW, pixels, i * PIXELS, PIXELS);
      kinds[i] = rows[chosen[i] * ROW + PIXELS];
    }
    return TensorDataset.of(grey(pixels, chosen.length), Tensor.create(kinds, chosen.length));
  }

  /// From bytes to numbers around 0.
  private static Tensor grey(byte[] pixels, int count) {
    Tensor bytes = Tensor.create(pixels, count, 1, 28, 28);
    return bytes
        .to(ScalarType.Float)
        .div(new Scalar(255.0))
        .sub(new Scalar(0.286))
        .div(new Scalar(0.353));
  }
}
