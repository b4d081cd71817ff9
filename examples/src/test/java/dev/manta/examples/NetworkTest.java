package dev.manta.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.examples.DigitImages.Image;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NetworkTest {
  private final DigitImages images = DigitImages.load();

  @Test
  void theImagesAreAllThereAndHeldOutOnesAreNotTrainedOn() {
    assertThat(images.train()).hasSize(1437);
    assertThat(images.test()).hasSize(360).doesNotContainAnyElementsOf(images.train());
    assertThat(images.test().stream().map(Image::digit).distinct()).hasSize(10);
  }

  @Test
  void theBatchesOfAnEpochHaveEveryImageOnce() {
    List<Image> seen = images.batches(3, 100).stream().flatMap(List::stream).toList();

    assertThat(seen).containsExactlyInAnyOrderElementsOf(images.train());
    assertThat(seen).isNotEqualTo(images.batches(4, 100).stream().flatMap(List::stream).toList());
  }

  @Test
  void theGradientIsTheSlopeOfTheLoss() {
    var network = new Network(1);
    List<Image> few = images.train().subList(0, 5);
    float[] gradient = new float[network.weights.length];
    network.gradient(few, gradient);

    for (int weight : new int[] {20 * 64 + 7, 64 * 64 + 3, 64 * 64 + 64 + 50, 4805}) {
      assertThat((double) gradient[weight]).isCloseTo(slope(network, few, weight), within(1e-3));
    }
  }

  private static double slope(Network network, List<Image> images, int weight) {
    float[] unused = new float[network.weights.length];
    float before = network.weights[weight];
    network.weights[weight] = before + 1e-3f;
    double up = network.gradient(images, unused);
    network.weights[weight] = before - 1e-3f;
    double down = network.gradient(images, unused);
    network.weights[weight] = before;
    return (up - down) / (2e-3 * images.size());
  }
}
