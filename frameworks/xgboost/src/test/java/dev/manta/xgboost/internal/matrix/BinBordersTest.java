package dev.manta.xgboost.internal.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class BinBordersTest {
  private static final int BINS = 64;

  private static float[] values(int count, IntToDoubleFunction value) {
    float[] values = new float[count];
    Arrays.setAll(new double[count], i -> values[i] = (float) value.applyAsDouble(i));
    return values;
  }

  private static ValueSummary summary(float... values) {
    var sort = new RadixSort(values.length);
    sort.add(values, 0, 1, values.length);
    sort.sort(new int[values.length]);
    return ValueSummary.of(sort, 8 * BINS, 1);
  }

  /// Of values that lie on ranks one after the other.
  private static float[] borders(float[] values, int ranks) {
    List<ValueSummary> parts = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      int from = values.length * rank / ranks;
      int to = values.length * (rank + 1) / ranks;
      parts.add(summary(Arrays.copyOfRange(values, from, to)));
    }
    return BinBorders.of(parts, BINS);
  }

  /// The rows of each bin; XGBoost lets a value that is a border begin the next one.
  private static int[] rows(float[] values, float[] borders) {
    int[] rows = new int[BINS];
    for (float value : values) {
      int at = Arrays.binarySearch(borders, value);
      rows[Math.min(BINS - 1, at >= 0 ? at : -at - 2)]++;
    }
    return rows;
  }

  @Test
  void binsHaveEqualPartsOfTheRowsWhicheverRankHasThem() {
    var random = new Random(7);
    float[] values = values(40_000, _ -> Math.exp(3 * random.nextGaussian()));
    Arrays.sort(values); // each rank has other values
    for (int ranks : new int[] {1, 3}) {
      float[] borders = borders(values, ranks);
      assertThat(borders).hasSize(BINS + 1).isSorted();
      assertThat(borders[0]).isEqualTo(values[0]);
      assertThat(borders[BINS]).isEqualTo(values[values.length - 1]);
      assertThat(Arrays.stream(rows(values, borders)))
          .allSatisfy(rows -> assertThat(rows).isBetween(500, 750)); // 625 are a 64th
    }
  }

  @Test
  void eachOfFewValuesBeginsABin() {
    float[] values = values(1000, i -> i * 7 % 20);
    assertThat(borders(values, 2)).hasSize(20).startsWith(0, 1, 2).endsWith(19);
    assertThat(borders(new float[] {4}, 1)).containsExactly(4);
    assertThat(borders(new float[] {Float.NaN}, 1)).isEmpty();
  }

  @Test
  void aValueOfManyRowsHasABinOfItsOwnAndLeavesTheOthersToTheRest() {
    var random = new Random(3);
    for (double often : new double[] {-1, 0.5, 2}) {
      float[] values = values(20_000, i -> i % 10 == 0 ? random.nextDouble() : often);
      float[] borders = borders(values, 2);
      assertThat(borders).contains((float) often).hasSizeGreaterThan(BINS - 5);
      int[] rows = rows(values, borders);
      Arrays.sort(rows);
      assertThat(rows[BINS - 1]).isBetween(18_000, 18_010); // and an eighth of a bin
      assertThat(rows[BINS - 2]).isLessThan(60); // 2,000 rows in 63 bins
    }
  }

  @Test
  void rareValuesBesideOneThatNearlyAllRowsHaveAreStillTold() {
    var random = new Random(9);
    float[] values = values(200_000, i -> i % 100 == 0 ? 1 + random.nextDouble() : 0);
    for (int ranks : new int[] {1, 2, 4}) {
      float[] borders = borders(values, ranks);
      assertThat(borders).hasSizeGreaterThan(BINS - 3);
      int[] rows = rows(values, borders);
      Arrays.sort(rows);
      assertThat(rows[BINS - 1]).isBetween(198_000, 198_010); // and an eighth of a bin
      assertThat(rows[BINS - 2]).isLessThan(60); // 2,000 rows in 63 bins
    }
  }

  /// Each of them needs a bin, and so do the values between them and behind them.
  @Test
  void manyValuesOfManyRowsLeaveBinsToTheLastOnes() {
    var random = new Random(13);
    for (int crowded : new int[] {10, 40, 60}) {
      float[] values =
          values(
              40_000,
              i ->
                  switch (i % 20) {
                    case 0 -> crowded * random.nextDouble();
                    case 1, 2 -> crowded + random.nextDouble();
                    default -> i / 20 % crowded;
                  });
      float[] borders = borders(values, 2);
      assertThat(borders).hasSizeLessThanOrEqualTo(BINS + 1).isSorted();
      int[] rows = rows(values, borders);
      int usual = 40_000 * 17 / 20 / crowded;
      assertThat(Arrays.stream(rows).max().orElseThrow()).isLessThan(2 * Math.max(usual, 1500));
      float[] behind = Arrays.copyOfRange(borders, borders.length - 2, borders.length);
      assertThat(behind[0]).isGreaterThanOrEqualTo(crowded - 1);
    }
  }

  @Test
  void thereAreNeverMoreBinsThanAskedFor() {
    var random = new Random(5);
    for (int i = 0; i < 200; i++) {
      int different = 1 + random.nextInt(2000);
      double power = 1 + 4 * random.nextDouble();
      float[] values =
          values(3000, _ -> (int) (different * Math.pow(random.nextDouble(), power)) - 3);
      float[] borders = borders(values, 1 + random.nextInt(4));
      float[] sorted = values.clone();
      Arrays.sort(sorted);
      assertThat(borders).hasSizeLessThanOrEqualTo(BINS + 1).isSorted().doesNotHaveDuplicates();
      assertThat(borders[0]).isEqualTo(sorted[0]);
      assertThat(borders[borders.length - 1]).isEqualTo(sorted[sorted.length - 1]);
    }
  }

  /// What is told of values whose rows are between few and many adds up, and fits.
  @Test
  void ranksTellAllRowsInAsManyValuesAsTheyMay() {
    var random = new Random(11);
    for (int i = 0; i < 300; i++) {
      double power = 1 + 8 * random.nextDouble();
      int different = 400 + random.nextInt(4000);
      int count = 600 + random.nextInt(5000);
      ValueSummary told =
          summary(values(count, _ -> (int) (different * Math.pow(random.nextDouble(), power))));
      assertThat(told.size()).isLessThanOrEqualTo(8 * BINS);
      assertThat(told.values()).isSorted().doesNotHaveDuplicates();
      assertThat(Arrays.stream(told.rows()).sum()).isEqualTo(count);
    }
  }

  @Test
  void aRankWithoutRowsChangesNothing() {
    float[] values = values(5000, i -> Math.sin(i));
    assertThat(BinBorders.of(List.of(summary(), summary(values), summary()), BINS))
        .isEqualTo(borders(values, 1));
  }
}
