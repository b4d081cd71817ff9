package dev.manta.xgboost.internal.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RadixSortTest {
  private static float[] sorted(RadixSort sort) {
    float[] all = new float[sort.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = sort.value(i);
    }
    return all;
  }

  @Test
  void floatsOfAllBitsAreSortedAsByComparing() {
    var random = new Random(1);
    float[] values = new float[10_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = Float.intBitsToFloat(random.nextInt());
    }
    values[0] = Float.NEGATIVE_INFINITY;
    values[1] = Float.POSITIVE_INFINITY;
    values[2] = -Float.MIN_VALUE;
    var sort = new RadixSort(values.length);
    sort.add(values, 0, 1, values.length);
    sort.sort(new int[values.length]);
    float[] expected = values.clone();
    Arrays.sort(expected);
    int numbers = sort.size();
    assertThat(sorted(sort)).isEqualTo(Arrays.copyOf(expected, numbers));
    assertThat(expected[numbers]).isNaN();
    assertThat(expected[numbers - 1]).isPositive();
  }

  @Test
  void bothZerosAreOneValue() {
    var sort = new RadixSort(4);
    sort.add(new float[] {0, -1, -0.0f, 1}, 0, 1, 4);
    sort.sort(new int[4]);
    assertThat(sort.endOfEqual(1)).isEqualTo(3);
  }

  @Test
  void everySoManyValuesArePickedAndTheNextOnesBeginAnew() {
    var sort = new RadixSort(3);
    sort.add(new float[] {9, 5, 9, 4, 9, 3}, 1, 2, 3);
    int[] spare = sort.sort(new int[3]);
    assertThat(sorted(sort)).containsExactly(3, 4, 5);
    sort.clear();
    sort.add(new float[] {2, Float.NaN, 1}, 0, 1, 3);
    sort.sort(spare);
    assertThat(sorted(sort)).containsExactly(1, 2);
  }
}
