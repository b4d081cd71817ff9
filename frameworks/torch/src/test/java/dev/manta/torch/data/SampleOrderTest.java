package dev.manta.torch.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Every sample comes once an epoch, whatever the number of ranks.
class SampleOrderTest {
  private static final SampleOrder SHUFFLED = new SampleOrder(107, OptionalLong.of(5));

  @Test
  void anEpochIsAPermutation() {
    assertThat(SHUFFLED.epoch(0)).doesNotHaveDuplicates().hasSize(107);
    assertThat(SHUFFLED.epoch(0)).isEqualTo(SHUFFLED.epoch(0)).isNotEqualTo(SHUFFLED.epoch(1));
  }

  @Test
  void withoutASeedTheOrderIsTheDatasets() {
    assertThat(new SampleOrder(4, OptionalLong.empty()).epoch(3)).containsExactly(0, 1, 2, 3);
  }

  @Test
  void ranksTogetherTakeWhatOneProcessTakes() {
    long[] order = SHUFFLED.epoch(2);
    for (int ranks = 1; ranks <= 5; ranks++) {
      List<Long> taken = new ArrayList<>();
      for (long at = 0; at < 107; at += 4L * ranks) {
        take(taken, order, at, ranks);
      }
      assertThat(taken.stream().mapToLong(Long::longValue).toArray()).isEqualTo(order);
    }
  }

  private static void take(List<Long> taken, long[] order, long at, int ranks) {
    for (int rank = 0; rank < ranks; rank++) {
      for (long sample : SHUFFLED.part(order, at, 4L * ranks, rank, ranks)) {
        taken.add(sample);
      }
    }
  }

  @Test
  void anotherNumberOfRanksResumesWhereTheLastOneStood() {
    long[] order = SHUFFLED.epoch(2);
    List<Long> taken = new ArrayList<>();
    int[] ranks = {2, 4, 3};
    long at = 0;
    for (int step = 0; at < 107; step++) {
      int now = ranks[Math.min(step / 3, 2)];
      take(taken, order, at, now);
      at += 4L * now;
    }
    assertThat(taken.stream().mapToLong(Long::longValue).toArray()).isEqualTo(order);
  }

  @Test
  void aBatchOfAllRanksIsSharedOutWhateverTheirNumber() {
    var settings = Settings.of(10).across();
    assertThat(settings.together(3)).isEqualTo(settings.together(4)).isEqualTo(10);
    assertThat(settings.own(0, 3)).isEqualTo(4);
    assertThat(settings.own(2, 3)).isEqualTo(3);
    assertThat(SHUFFLED.part(SHUFFLED.epoch(0), 0, 10, 0, 3)).hasSize(4);
    assertThat(SHUFFLED.part(SHUFFLED.epoch(0), 0, 10, 2, 3)).hasSize(3);
  }

  @Test
  void whatRemainsIsSharedEvenly() {
    var order = new SampleOrder(9, OptionalLong.empty());
    long[] samples = order.epoch(0);
    assertThat(order.steps(8, false)).isEqualTo(2);
    assertThat(order.part(samples, 8, 8, 0, 4)).containsExactly(8);
    assertThat(order.part(samples, 8, 8, 1, 4)).isEmpty();
    assertThat(order.steps(8, true)).isEqualTo(1);
  }
}
