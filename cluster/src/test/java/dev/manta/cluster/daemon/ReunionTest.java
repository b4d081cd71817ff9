package dev.manta.cluster.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.desk.JoinMessage.Seen;
import org.junit.jupiter.api.Test;

class ReunionTest {
  @Test
  void aPartWithoutAHeadJoinsOneThatHasOne() {
    assertThat(Reunion.yields(true, 5, 0, new Seen("a", 9, 1))).isTrue();
    assertThat(Reunion.yields(true, 5, 0, new Seen("", 9, 8))).isFalse();
  }

  @Test
  void theSmallerPartGivesWayAndOfEqualOnesTheLater() {
    assertThat(Reunion.yields(false, 1, 9, new Seen("b", 8, 2))).isTrue();
    assertThat(Reunion.yields(false, 2, 8, new Seen("a", 9, 1))).isFalse();
    assertThat(Reunion.yields(false, 1, 9, new Seen("b", 8, 1))).isTrue();
    assertThat(Reunion.yields(false, 1, 8, new Seen("a", 9, 1))).isFalse();
  }
}
