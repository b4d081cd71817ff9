package dev.manta.examples;

import dev.manta.examples.DigitImages.Image;
import java.util.List;
import java.util.Random;

/// A small neural network in plain Java: 64 pixels, 64 hidden units with ReLU, 10 digits with
/// softmax.
///
/// All weights are one array, so that they can be saved, restored and averaged as one.
final class Network {
  private static final int INPUTS = DigitImages.PIXELS;
  private static final int HIDDEN = 64;
  private static final int DIGITS = 10;
  private static final int BIAS_1 = INPUTS * HIDDEN;
  private static final int WEIGHTS_2 = BIAS_1 + HIDDEN;
  private static final int BIAS_2 = WEIGHTS_2 + HIDDEN * DIGITS;
  private static final int SIZE = BIAS_2 + DIGITS;

  final float[] weights = new float[SIZE];
  private final float[] hidden = new float[HIDDEN];
  private final float[] odds = new float[DIGITS];

  Network(long seed) {
    var random = new Random(seed);
    fill(random, 0, BIAS_1, Math.sqrt(2.0 / INPUTS));
    fill(random, WEIGHTS_2, BIAS_2, Math.sqrt(2.0 / HIDDEN));
  }

  private void fill(Random random, int from, int to, double deviation) {
    for (int i = from; i < to; i++) {
      weights[i] = (float) (random.nextGaussian() * deviation);
    }
  }

  /// Writes the mean gradient over the images and returns the sum of their losses.
  double gradient(List<Image> images, float[] gradient) {
    java.util.Arrays.fill(gradient, 0);
    double loss = 0;
    for (Image image : images) {
      forward(image.pixels());
      loss -= Math.log(Math.max(odds[image.digit()], 1e-12));
      backward(image, gradient, 1f / images.size());
    }
    return loss;
  }

  /// The share of the images whose digit is found.
  double accuracy(List<Image> images) {
    return images.stream().filter(image -> recognise(image) == image.digit()).count()
        / (double) images.size();
  }

  int recognise(Image image) {
    forward(image.pixels());
    int best = 0;
    for (int digit = 1; digit < DIGITS; digit++) {
      best = odds[digit] > odds[best] ? digit : best;
    }
    return best;
  }

  private void forward(float[] pixels) {
    System.arraycopy(weights, BIAS_1, hidden, 0, HIDDEN);
    for (int i = 0; i < INPUTS; i++) {
      addScaled(hidden, 0, weights, i * HIDDEN, pixels[i], HIDDEN);
    }
    System.arraycopy(weights, BIAS_2, odds, 0, DIGITS);
    for (int h = 0; h < HIDDEN; h++) {
      hidden[h] = Math.max(0, hidden[h]);
      addScaled(odds, 0, weights, WEIGHTS_2 + h * DIGITS, hidden[h], DIGITS);
    }
    softmax();
  }

  private void softmax() {
    float most = odds[0];
    for (float odd : odds) {
      most = Math.max(most, odd);
    }
    float sum = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
      odds[digit] = (float) Math.exp(odds[digit] - most);
      sum += odds[digit];
    }
    for (int digit = 0; digit < DIGITS; digit++) {
      odds[digit] /= sum;
    }
  }

  private void backward(Image image, float[] gradient, float scale) {
    odds[image.digit()] -= 1;
    addScaled(gradient, BIAS_2, odds, 0, scale, DIGITS);
    for (int h = 0; h < HIDDEN; h++) {
      float inward = dot(weights, WEIGHTS_2 + h * DIGITS, odds, DIGITS);
      addScaled(gradient, WEIGHTS_2 + h * DIGITS, odds, 0, scale * hidden[h], DIGITS);
      hidden[h] = hidden[h] > 0 ? inward : 0;
    }
    addScaled(gradient, BIAS_1, hidden, 0, scale, HIDDEN);
    for (int i = 0; i < INPUTS; i++) {
      addScaled(gradient, i * HIDDEN, hidden, 0, scale * image.pixels()[i], HIDDEN);
    }
  }

  private static void addScaled(
      float[] into, int at, float[] from, int start, float scale, int count) {
    for (int i = 0; i < count; i++) {
      into[at + i] += scale * from[start + i];
    }
  }

  private static float dot(float[] a, int start, float[] b, int count) {
    float sum = 0;
    for (int i = 0; i < count; i++) {
      sum += a[start + i] * b[i];
    }
    return sum;
  }
}
