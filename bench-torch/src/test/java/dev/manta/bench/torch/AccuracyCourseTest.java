package dev.manta.bench.torch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.bench.torch.AccuracyCourse.Report;
import java.util.List;
import org.junit.jupiter.api.Test;

class AccuracyCourseTest {
  /// Two trials, each in its own order of time.
  private static final AccuracyCourse COURSE =
      new AccuracyCourse(
          List.of(
              new Report(1, 0.5),
              new Report(4, 0.9),
              new Report(2, 0.8),
              new Report(3, 0.9),
              new Report(5, 0.7)),
          6);

  @Test
  void theFirstTrialInTimeThatIsGoodEnoughCounts() {
    assertThat(COURSE.secondsTo(0.9)).hasValue(3);
    assertThat(COURSE.secondsTo(0.6)).hasValue(2);
  }

  @Test
  void anAccuracyThatNoTrialReachesHasNoTime() {
    assertThat(COURSE.best()).isEqualTo(0.9);
    assertThat(COURSE.secondsTo(0.91)).isEmpty();
  }
}
