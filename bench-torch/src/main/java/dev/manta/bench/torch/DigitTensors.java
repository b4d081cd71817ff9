package dev.manta.bench.torch;

import dev.manta.examples.DigitImages;
import dev.manta.examples.DigitImages.Image;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/// Handwritten digits as tensors.
///
/// @param images 8 by 8 points each
/// @param digits what was meant
record DigitTensors(Tensor images, Tensor digits) {
  private static final int SIDE = 8;

  /// Those of images, which no scope frees.
  static DigitTensors of(List<Image> all) {
    float[] pixels = new float[all.size() * DigitImages.PIXELS];
    long[] digits = new long[all.size()];
    for (int i = 0; i < all.size(); i++) {
      System.arraycopy(all.get(i).pixels(), 0, pixels, i * DigitImages.PIXELS, DigitImages.PIXELS);
      digits[i] = all.get(i).digit();
    }
    return new DigitTensors(
        Tensor.create(pixels, all.size(), 1, SIDE, SIDE).retainReference(),
        Tensor.create(digits, all.size()).retainReference());
  }

  long size() {
    return digits.size(0);
  }

  /// The rows at these places.
  DigitTensors at(Tensor places) {
    return new DigitTensors(images.index_select(0, places), digits.index_select(0, places));
  }
}
