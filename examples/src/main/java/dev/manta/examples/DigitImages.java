package dev.manta.examples;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.zip.GZIPInputStream;

/// Handwritten digits of 8 by 8 pixels: 1,437 to train on and 360 that are held out to test.
public record DigitImages(List<Image> train, List<Image> test) {
  public static final int PIXELS = 64;
  private static final int ROW = PIXELS + 1;

  /// Pixels from 0 to 1, and the digit that was meant.
  public record Image(float[] pixels, int digit) {}

  public static DigitImages load() {
    byte[] rows = bytes();
    List<Image> train = new ArrayList<>();
    List<Image> test = new ArrayList<>();
    for (int row = 0; row < rows.length / ROW; row++) {
      (row % 5 == 0 ? test : train).add(image(rows, row * ROW));
    }
    return new DigitImages(train, test);
  }

  /// The training images in batches, in another order each epoch but in the same one on every rank.
  List<List<Image>> batches(int epoch, int size) {
    List<Image> shuffled = new ArrayList<>(train);
    Collections.shuffle(shuffled, new Random(epoch));
    List<List<Image>> batches = new ArrayList<>();
    for (int from = 0; from < shuffled.size(); from += size) {
      batches.add(shuffled.subList(from, Math.min(from + size, shuffled.size())));
    }
    return batches;
  }

  private static Image image(byte[] rows, int at) {
    float[] pixels = new float[PIXELS];
    for (int i = 0; i < PIXELS; i++) {
      pixels[i] = rows[at + i] / 16f;
    }
    return new Image(pixels, rows[at + PIXELS]);
  }

  private static byte[] bytes() {
    try (InputStream file = DigitImages.class.getResourceAsStream("digits.bin.gz");
        var rows = new GZIPInputStream(Objects.requireNonNull(file))) {
      return rows.readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
