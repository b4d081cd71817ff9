package dev.manta.internal.worker.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicaNeighboursTest {
  private static ReplicaNeighbours on(Long... nodes) {
    return ReplicaNeighbours.of(Arrays.asList(nodes));
  }

  @Test
  void onOneNodeTheNextRankKeepsTheCopy() {
    assertThat(on(0L, 0L, 0L).keepers()).containsExactly(1, 2, 0);
  }

  @Test
  void aRankAloneHasNobody() {
    assertThat(on(0L).keeperOf(0)).isZero();
    assertThat(on(0L).keptBy(0)).containsExactly(0);
  }

  @Test
  void copiesLieOnAnotherNodeAndEveryRankKeepsOne() {
    ReplicaNeighbours two = on(0L, 0L, 1L, 1L);
    assertThat(two.keepers()).containsExactly(2, 3, 1, 0);
    assertThat(two.keptBy(0)).containsExactly(0, 3);
  }

  @Test
  void whereOneNodeHasMostRanksTheOthersKeepSeveralCopies() {
    ReplicaNeighbours uneven = on(0L, 0L, 0L, 1L);
    assertThat(uneven.keepers()).containsExactly(3, 3, 3, 1);
    assertThat(uneven.keptBy(3)).containsExactly(0, 1, 2, 3);
  }

  @Test
  void everyOtherRankHandsItsCopyOverFirst() {
    assertThat(on(0L, 0L, 0L, 0L, 0L).order()).isEqualTo(List.of(0, 2, 4, 1, 3));
  }
}
