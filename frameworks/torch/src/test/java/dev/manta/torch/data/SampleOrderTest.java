package dev.manta.torch.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Every sample comes once an epoch, whatever the number of ranks.
class SampleOrderTest {
  private static final SampleOrder SHUFFLED = new SampleOrder(107, 4, OptionalLong.of(5));

  @Test
  void anEpochIsAPermutation() {
    assertThat(SHUFFLED.epoch(0)).doesNotHaveDuplicates().hasSize(107);
    assertThat(SHUFFLED.epoch(0)).isEqualTo(SHUFFLED.epoch(0)).isNotEqualTo(SHUFFLED.epoch(1));
  }

  @Test
  void withoutASeedTheOrderIsTheDatasets() {
    assertThat(new SampleOrder(4, 2, OptionalLong.empty()).epoch(3)).containsExactly(0, 1, 2, 3);
  }

  @Test
  void ranksTogetherTakeWhatOneProcessTakes() {
    long[] order = SHUFFLED.epoch(2);
    for (int ranks = 1; ranks <= 5; ranks++) {
      List<Long> taken = new ArrayList<>();
      for (long step = 0; step < SHUFFLED.steps(ranks, false); step++) {
        for (int rank = 0; rank < ranks; rank++) {
          for (long sample : SHUFFLED.part(order, step, rank, ranks)) {
            taken.add(sample);
          }
        }
      }
      assertThat(taken.stream().mapToLong(Long::longValue).toArray()).isEqualTo(order);
    }
  }

  @Test
  void whatRemainsIsSharedEvenly() {
    var order = new SampleOrder(9, 2, OptionalLong.empty());
    long[] samples = order.epoch(0);
    assertThat(order.steps(4, false)).isEqualTo(2);
    assertThat(order.part(samples, 1, 0, 4)).containsExactly(8);
    assertThat(order.part(samples, 1, 1, 4)).isEmpty();
    assertThat(order.steps(4, true)).isEqualTo(1);
  }
}
