package dev.manta.torch.internal.ddp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A rank counts by the rows it has seen since the last update.
class WeightsTest {
  private final Weights weights = new Weights();

  @Test
  void withoutALoaderEveryRankCountsOne() {
    assertThat(weights.now()).isEqualTo(1);
  }

  @Test
  void rowsOfSeveralBatchesBeforeAnUpdateAddUp() {
    weights.batch("train", 8);
    weights.batch("train", 5);
    assertThat(weights.now()).isEqualTo(13);
    weights.stepped();
    weights.batch("train", 4);
    assertThat(weights.now()).isEqualTo(4);
  }

  @Test
  void severalOptimizersUseTheSameRows() {
    weights.batch("train", 8);
    weights.stepped();
    assertThat(weights.now()).isEqualTo(8);
  }

  @Test
  void anotherLoadersRowsDoNotCount() {
    weights.batch("train", 8);
    weights.stepped();
    weights.batch("validation", 100);
    weights.batch("train", 6);
    assertThat(weights.now()).isEqualTo(6);
  }

  @Test
  void aRankWithoutRowsCountsNothing() {
    weights.batch("train", 0);
    assertThat(weights.now()).isZero();
  }

  @Test
  void whatIsReadAfterBackwardDoesNotCount() {
    weights.batch("train", 8);
    weights.backward();
    weights.batch("validation", 100);
    assertThat(weights.now()).isEqualTo(8);
  }

  @Test
  void aSecondLossOfTheSameBatchHasItsRows() {
    weights.batch("train", 8);
    weights.backward();
    weights.backward();
    assertThat(weights.addsUp()).isTrue();
    assertThat(weights.now()).isEqualTo(8);
  }

  @Test
  void weightsThatAreInTheLossesDoNotCountTwice() {
    weights.batch("train", 8);
    weights.backward();
    weights.putIntoLosses();
    assertThat(weights.now()).isEqualTo(1);
    weights.stepped();
    weights.batch("train", 5);
    assertThat(weights.now()).isEqualTo(5);
  }
}
