package dev.manta.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.dashboard.internal.runs.RankTimeline;
import dev.manta.internal.run.Control;
import dev.manta.internal.stored.StoredRun;
import dev.manta.storage.Location;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the control log of a real run, in which a rank fails once, tells of its ranks.
class RankTimelineTest {
  @TempDir static Path storage = Path.of("");

  private static List<Control> records;
  private static RankTimeline line;

  @BeforeAll
  static void train() {
    SmallRuns.fit(storage, "broken", new SmallRuns.Config(0.2, 4_000, 70, ""));
    StoredRun run = StoredRun.find(Location.of(storage.resolve("broken"))).orElseThrow();
    records = run.records();
    line = RankTimeline.of(records, Instant.MAX);
  }

  private static List<RankTimeline.Span> of(int rank) {
    return line.spans().stream().filter(span -> span.rank() == rank).toList();
  }

  private static List<RankTimeline.Mark> marks(String kind) {
    return line.marks().stream().filter(mark -> mark.kind().equals(kind)).toList();
  }

  @Test
  void theSpansOfARankFollowEachOtherWithoutAnOverlap() {
    for (int rank : List.of(0, 1)) {
      List<RankTimeline.Span> spans = of(rank);
      assertThat(spans).isNotEmpty();
      for (int i = 1; i < spans.size(); i++) {
        assertThat(spans.get(i).from()).isAfterOrEqualTo(spans.get(i - 1).to());
      }
    }
  }

  @Test
  void everyRankTrainsInBothAttempts() {
    for (int rank : List.of(0, 1)) {
      assertThat(of(rank))
          .filteredOn(span -> span.state().equals("training"))
          .extracting(RankTimeline.Span::attempt)
          .contains(1, 2);
    }
  }

  @Test
  void theRankThatFailedIsMarkedOnceWithItsCause() {
    assertThat(marks("failure"))
        .singleElement()
        .satisfies(mark -> assertThat(mark.attempt()).isEqualTo(1))
        .satisfies(mark -> assertThat(mark.text()).contains("rank 1", "a sample was broken"));
  }

  @Test
  void theAttemptAfterAFailureIsMarked() {
    assertThat(marks("attempt"))
        .singleElement()
        .satisfies(mark -> assertThat(mark.attempt()).isEqualTo(2));
  }

  @Test
  void checkpointsAreMarkedAtTheirSteps() {
    assertThat(marks("checkpoint"))
        .isNotEmpty()
        .allSatisfy(mark -> assertThat(mark.step().orElseThrow() % 50).isZero())
        .extracting(RankTimeline.Mark::step)
        .contains(OptionalLong.of(4_000));
  }

  @Test
  void nothingLastsLongerThanTheRun() {
    Instant end = records.getLast().at();
    assertThat(line.spans()).allSatisfy(span -> assertThat(span.to()).isBeforeOrEqualTo(end));
  }

  /// The log of a run that still trains has no end.
  @Test
  void whatIsUnderWayLastsUntilTheMomentThatIsLookedAt() {
    Instant first =
        line.spans().stream()
            .filter(span -> span.state().equals("training"))
            .map(RankTimeline.Span::from)
            .min(Instant::compareTo)
            .orElseThrow();
    List<Control> begun = records.stream().filter(each -> !each.at().isAfter(first)).toList();
    Instant now = first.plus(Duration.ofHours(1));
    assertThat(RankTimeline.of(begun, now).spans())
        .filteredOn(span -> span.to().equals(now))
        .isNotEmpty();
  }
}
