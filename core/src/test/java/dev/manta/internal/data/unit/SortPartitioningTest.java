package dev.manta.internal.data.unit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.Row;
import dev.manta.internal.data.memory.BatchMemory;
import dev.manta.internal.data.rows.RowOrder;
import dev.manta.internal.data.rows.SortKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SortPartitioningTest {
  private static Batch batch(List<? extends @Nullable Object> keys) {
    var builder = new BatchBuilder(new BatchMemory());
    for (int i = 0; i < keys.size(); i++) {
      builder.add(Row.of("k", keys.get(i), "at", i));
    }
    return builder.build();
  }

  @Test
  void aValueThatIsSeveralBordersIsDealtOverThePartsBetweenByUnit() {
    var dealing = new SortPartitioning("k", false, List.of(5L, 5L, 5L), 3);
    for (int unit = 0; unit < 3; unit++) {
      try (Batch rows = batch(List.of(4L, 5L, 5L, 6L))) {
        assertThat(dealing.deal(unit, rows)).containsExactly(0, unit + 1, unit + 1, 3);
      }
    }
  }

  @Test
  void nullsAreDealtOverPartsToo() {
    List<@Nullable Object> borders = new ArrayList<>();
    borders.add(null);
    borders.add(null);
    var dealing = new SortPartitioning("k", false, borders, 2);
    List<@Nullable Object> keys = new ArrayList<>();
    keys.add(1L);
    keys.add(null);
    try (Batch rows = batch(keys)) {
      assertThat(dealing.deal(0, rows)).containsExactly(0, 1);
      assertThat(dealing.deal(1, rows)).containsExactly(0, 2);
    }
  }

  @Test
  void rowsAreOrderedLikeTheirValuesWhateverTheType() {
    var random = new Random(7);
    for (int round = 0; round < 20; round++) {
      List<@Nullable Object> keys = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        keys.add(key(round, random));
      }
      for (boolean descending : List.of(true, false)) {
        assertOrdered(keys, descending);
      }
    }
  }

  private static @Nullable Object key(int round, Random random) {
    if (random.nextInt(10) == 0) {
      return null;
    }
    return switch (round % 4) {
      case 0 -> random.nextLong() >> random.nextInt(64);
      case 1 -> random.nextInt(20) == 0 ? Double.NaN : random.nextGaussian();
      case 2 -> random.nextInt(5) - 2.0;
      default -> Integer.toString(random.nextInt(50));
    };
  }

  private static void assertOrdered(List<? extends @Nullable Object> keys, boolean descending) {
    List<Integer> expected = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      expected.add(i);
    }
    expected.sort((a, b) -> SortKeys.order(descending).compare(keys.get(a), keys.get(b)));
    try (Batch rows = batch(keys)) {
      int[] found = RowOrder.of(List.of(rows.column("k")), rows.rows(), descending);
      assertThat(java.util.Arrays.stream(found).boxed()).containsExactlyElementsOf(expected);
    }
  }
}
