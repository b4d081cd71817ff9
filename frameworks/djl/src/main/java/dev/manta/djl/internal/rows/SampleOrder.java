package dev.manta.djl.internal.rows;

import java.util.OptionalLong;
import java.util.Random;

/// In which order an epoch takes the samples of a dataset: a function of the seed and the epoch, so
/// that every rank knows it.
///
/// @param seed nothing for the order in which they are
public record SampleOrder(OptionalLong seed) {
  /// One after the other.
  public static SampleOrder asTheyAre() {
    return new SampleOrder(OptionalLong.empty());
  }

  /// Another order each epoch.
  public static SampleOrder shuffled(long seed) {
    return new SampleOrder(OptionalLong.of(seed));
  }

  /// The numbers of the samples.
  int[] of(int epoch, int samples) {
    int[] all = new int[samples];
    for (int i = 0; i < samples; i++) {
      all[i] = i;
    }
    seed.ifPresent(value -> shuffle(all, new Random(value * 1_000_003 + epoch)));
    return all;
  }

  private static void shuffle(int[] all, Random random) {
    for (int i = all.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int sample = all[i];
      all[i] = all[other];
      all[other] = sample;
    }
  }
}
