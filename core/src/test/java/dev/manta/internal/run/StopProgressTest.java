package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.train.Metrics;
import dev.manta.train.Report;
import dev.manta.train.StopCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StopProgressTest {
  private static final StopCondition FLAT = StopCondition.plateau("loss", 3, 0, 3);

  private static Report report(int attempt, int rank, long step, double loss) {
    Metrics metrics = Metrics.of("loss", loss);
    return new Report(attempt, rank, step, Instant.EPOCH, metrics, Optional.empty());
  }

  @Test
  void reportsOfRankZeroCount() {
    var progress = new StopProgress(List.of(StopCondition.reports(2)));
    progress.add(report(1, 0, 1, 1));
    progress.add(report(1, 1, 2, 1));
    assertThat(progress.met(Duration.ZERO)).isEmpty();
    progress.add(report(1, 0, 2, 1));
    assertThat(progress.met(Duration.ZERO)).contains("it has made 2 reports");
  }

  @Test
  void whatALaterAttemptDoesAgainCountsOnce() {
    var progress = new StopProgress(List.of(FLAT));
    progress.add(report(1, 0, 1, 1));
    progress.add(report(1, 0, 2, 1));
    progress.add(report(2, 0, 2, 1));
    assertThat(progress.met(Duration.ZERO)).isEmpty();
    progress.add(report(2, 0, 3, 1));
    assertThat(progress.met(Duration.ZERO)).isPresent();
  }

  @Test
  void aMetricThatIsNotInEveryReportKeepsItsLastValues() {
    var progress = new StopProgress(List.of(FLAT, StopCondition.atMost("other", 0)));
    for (long step = 1; step <= 3; step++) {
      progress.add(report(1, 0, 2 * step, 1));
      Metrics without = Metrics.of("accuracy", step);
      progress.add(new Report(1, 0, 2 * step + 1, Instant.EPOCH, without, Optional.empty()));
    }
    assertThat(progress.met(Duration.ZERO)).isPresent();
    assertThat(progress.remembers()).isTrue();
  }

  @Test
  void allConditionsButTimeLookAtWhatWasReportedBefore() {
    StopCondition time = StopCondition.after(Duration.ofHours(1));
    assertThat(new StopProgress(List.of(time)).remembers()).isFalse();
    StopCondition low = StopCondition.all(time, StopCondition.atMost("loss", 0));
    assertThat(new StopProgress(List.of(low)).remembers()).isTrue();
    assertThat(new StopProgress(List.of(StopCondition.reports(5))).remembers()).isTrue();
  }
}
