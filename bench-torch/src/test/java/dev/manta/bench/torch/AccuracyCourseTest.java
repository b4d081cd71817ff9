package dev.manta.bench.torch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.bench.torch.AccuracyCourse.Report;
import dev.manta.bench.torch.AccuracyCourse.Trial;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class AccuracyCourseTest {
  private static final Trial GOOD =
      new Trial(List.of(new Report(11, 0.5), new Report(14, 0.95), new Report(13, 0.9)));
  private static final Trial BAD =
      new Trial(List.of(new Report(11, 0.1), new Report(12, 0.2), new Report(13, 0.1)));

  @Test
  void anAccuracyIsReachedByTheFirstReportInTimeThatIsGoodEnough() {
    var course = new AccuracyCourse(List.of(BAD, GOOD), 6);
    assertThat(course.secondsTo(0.9)).hasValue(3);
    assertThat(course.secondsTo(0.6)).hasValue(3);
    assertThat(course.secondsTo(0.95)).hasValue(4);
  }

  @Test
  void anAccuracyThatNoTrialReachesHasNoTime() {
    var course = new AccuracyCourse(List.of(BAD, GOOD), 6);
    assertThat(course.best()).isEqualTo(0.95);
    assertThat(course.secondsTo(0.96)).isEmpty();
    assertThat(course.meanSecondsTo(0.96, 1)).isEmpty();
  }

  @Test
  void aTrialTakesOneEpochMoreThanThereIsBetweenItsReports() {
    assertThat(BAD.seconds()).isEqualTo(3);
    assertThat(GOOD.secondsTo(0.2)).hasValue(1.5);
  }

  @Test
  void theMeanIsOverTheOrdersOfTrials() {
    var course = new AccuracyCourse(List.of(BAD, GOOD), 6);
    assertThat(course.meanSecondsTo(0.2, 1).orElseThrow())
        .as("half of them after 1.5 s, half after 2 s of the other one")
        .isCloseTo(1.75, Offset.offset(0.05));
    assertThat(course.meanSecondsTo(0.9, 2).orElseThrow())
        .as("both begin at once")
        .isCloseTo(3.5, Offset.offset(1e-9));
  }
}
