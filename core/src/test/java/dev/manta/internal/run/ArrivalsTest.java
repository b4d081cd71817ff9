package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
  @Test
  void sharesAreOfAllAttemptsTogether() {
    Arrivals arrivals =
        Arrivals.NONE
            .heard(1, List.of(10L, 20L))
            .heard(1, List.of(10L, 30L))
            .heard(2, List.of(20L, 40L));
    assertThat(arrivals.shares()).containsExactly(0.3, 0.7);
  }

  @Test
  void anotherNumberOfRanksKeepsWhatWasCounted() {
    Arrivals grown = Arrivals.NONE.heard(1, List.of(1L, 1L)).heard(2, List.of(0L, 0L, 2L));
    assertThat(grown.shares()).containsExactly(0.25, 0.25, 0.5);
  }

  @Test
  void whoWasWaitedForIsLateNoMoreWhenRanksMeetAgain() {
    Story story = Story.running(2).happens(new Event.Arrived(1, List.of(3L, 4L)));
    story.happens(new Event.Waiting(1, "w0", "allReduce", 6000, List.of(1)));
    story.happens(new Event.Arrived(1, List.of(3L, 4L)));
    assertThat(story.state.current().late()).extracting(Late::rank).containsExactly(1);
    story.happens(new Event.Arrived(1, List.of(3L, 5L)));
    assertThat(story.state.current().late()).isEmpty();
    story.happens(new Event.Waiting(1, "w1", "allReduce", 7000, List.of(0)));
    assertThat(story.state.current().late()).extracting(Late::rank).containsExactly(0);
  }

  @Test
  void whereNobodyMetNobodyWasLast() {
    assertThat(Arrivals.NONE.shares()).isEmpty();
    assertThat(Arrivals.NONE.heard(1, List.of(0L, 0L)).shares()).isEmpty();
  }

  @Test
  void aRecordTellsOfThemWhenTheirNumberHasDoubled() {
    Arrivals few = Arrivals.NONE.heard(1, List.of(50L, 49L));
    assertThat(few.worthWriting()).isFalse();
    Arrivals written = few.heard(1, List.of(50L, 50L)).write();
    assertThat(written.heard(1, List.of(99L, 100L)).worthWriting()).isFalse();
    assertThat(written.heard(1, List.of(100L, 100L)).worthWriting()).isTrue();
  }
}
