package dev.manta.internal.data.pass;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/// Steps that ranks take off lanes together.
class SharedStepTest {
  @RepeatedTest(20)
  void everyStepTakesItsRowsAndLanesBecomeEven(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    long[] left = random.longs(1 + random.nextInt(9), 0, 500).toArray();
    long rows = 1L + random.nextInt(200);
    while (LongStream.of(left).sum() > 0) {
      long expected = Math.min(rows, LongStream.of(left).sum());
      long spread = spread(left);
      var step = SharedStep.of(left, rows);
      assertThat(step.rows()).isEqualTo(expected);
      assertThat(spread(step.after())).isLessThanOrEqualTo(Math.max(1, spread));
      for (int lane = 0; lane < left.length; lane++) {
        assertThat(step.after()[lane]).isBetween(0L, left[lane]);
      }
      left = step.after();
    }
  }

  private static long spread(long[] left) {
    return LongStream.of(left).max().orElseThrow() - LongStream.of(left).min().orElseThrow();
  }

  @Test
  void evenLanesStayEven() {
    long[] left = {12, 12, 13, 12, 13};
    assertThat(SharedStep.isEven(left)).isTrue();
    assertThat(SharedStep.isEven(SharedStep.of(left, 17).after())).isTrue();
    assertThat(SharedStep.isEven(new long[] {13, 13, 12, 12, 12})).isFalse();
  }

  @Test
  void fullLanesGiveFirst() {
    assertThat(SharedStep.of(new long[] {10, 30, 30, 12}, 38).after())
        .containsExactly(10, 11, 11, 12);
  }

  @Test
  void ranksHaveEvenPartsAlsoOfTheLastStep() {
    var last = new SharedStep(new long[] {4, 3}, new long[] {0, 0});
    assertThat(last.first(1, 3)).isEqualTo(2);
    assertThat(last.first(2, 3)).isEqualTo(4);
    assertThat(last.first(3, 3)).isEqualTo(7);
  }
}
