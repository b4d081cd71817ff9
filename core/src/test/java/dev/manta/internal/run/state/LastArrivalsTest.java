package dev.manta.internal.run.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.run.Story;
import java.util.List;
import org.junit.jupiter.api.Test;

class LastArrivalsTest {
  @Test
  void sharesAreOfAllAttemptsTogether() {
    LastArrivals arrivals =
        LastArrivals.NONE
            .heard(1, List.of(10L, 20L))
            .heard(1, List.of(10L, 30L))
            .heard(2, List.of(20L, 40L));
    assertThat(arrivals.shares()).containsExactly(0.3, 0.7);
  }

  @Test
  void anotherNumberOfRanksKeepsWhatWasCounted() {
    LastArrivals grown = LastArrivals.NONE.heard(1, List.of(1L, 1L)).heard(2, List.of(0L, 0L, 2L));
    assertThat(grown.shares()).containsExactly(0.25, 0.25, 0.5);
  }

  @Test
  void whoWasWaitedForIsLateNoMoreWhenRanksMeetAgain() {
    Story story = Story.running(2).happens(new Event.Arrived(1, List.of(3L, 4L)));
    story.happens(new Event.Waiting(1, "w0", "allReduce", 6000, List.of(1)));
    story.happens(new Event.Arrived(1, List.of(3L, 4L)));
    assertThat(story.state.current().late()).extracting(LateRank::rank).containsExactly(1);
    story.happens(new Event.Arrived(1, List.of(3L, 5L)));
    assertThat(story.state.current().late()).isEmpty();
    story.happens(new Event.Waiting(1, "w1", "allReduce", 7000, List.of(0)));
    assertThat(story.state.current().late()).extracting(LateRank::rank).containsExactly(0);
  }

  @Test
  void whereNobodyMetNobodyWasLast() {
    assertThat(LastArrivals.NONE.shares()).isEmpty();
    assertThat(LastArrivals.NONE.heard(1, List.of(0L, 0L)).shares()).isEmpty();
  }

  @Test
  void aRecordTellsOfThemWhenTheirNumberHasDoubled() {
    LastArrivals few = LastArrivals.NONE.heard(1, List.of(50L, 49L));
    assertThat(few.worthWriting()).isFalse();
    LastArrivals written = few.heard(1, List.of(50L, 50L)).write();
    assertThat(written.heard(1, List.of(99L, 100L)).worthWriting()).isFalse();
    assertThat(written.heard(1, List.of(100L, 100L)).worthWriting()).isTrue();
  }
}
