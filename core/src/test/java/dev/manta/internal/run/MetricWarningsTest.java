package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.train.CheckpointConfig;
import dev.manta.train.Metrics;
import dev.manta.train.Order;
import dev.manta.train.Report;
import dev.manta.train.ReportReduction;
import dev.manta.train.RunConfig;
import dev.manta.train.StopCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MetricWarningsTest {
  private static final RunConfig REDUCED =
      RunConfig.named("digits").reduce("los", ReportReduction.MEAN);
  private static final RunConfig SCORED =
      RunConfig.named("digits")
          .checkpoints(CheckpointConfig.keepAll().scoreBy("acuracy", Order.MAX));

  private static Report report(int rank, Metrics metrics, String checkpoint) {
    Optional<String> name = Optional.of(checkpoint).filter(text -> !text.isEmpty());
    return new Report(1, rank, 7, Instant.EPOCH, metrics, name);
  }

  private static List<String> about(RunConfig config, Metrics metrics) {
    return new MetricWarnings(config, false).about(report(0, metrics, "c1"));
  }

  @Test
  void aReductionOfWhatNobodyReportsIsSaidOnceWithTheNearestName() {
    var warnings = new MetricWarnings(REDUCED, false);
    Metrics metrics = Metrics.of("accuracy", 0.5, "loss", 1);
    assertThat(warnings.about(report(0, metrics, "")))
        .containsExactly(
            "reduce(\"los\", MEAN) has nothing to reduce: rank 0's first report has no metric"
                + " \"los\"; did you mean loss?");
    assertThat(warnings.about(report(0, metrics, ""))).isEmpty();
  }

  @Test
  void aStopAtAMetricThatNobodyReportsIsSaid() {
    RunConfig config =
        RunConfig.named("digits")
            .stopWhen(StopCondition.after(Duration.ofHours(1)))
            .stopWhen(StopCondition.atMost("los", 0.1))
            .stopWhen(StopCondition.atMost("loss", 0.1));
    assertThat(about(config, Metrics.of("loss", 1)))
        .containsExactly(
            "stopWhen(atMost(\"los\", …)) has nothing to look at: rank 0's first report has no"
                + " metric \"los\"; did you mean loss?");
  }

  @Test
  void withoutANearNameThoseThatThereAreAreNamed() {
    assertThat(about(REDUCED, Metrics.of("accuracy", 0.5, "v", Map.of("top5", 1))))
        .singleElement()
        .asString()
        .endsWith("has no metric \"los\"; it has accuracy, v/top5");
  }

  @Test
  void aScoreThatNobodyReportsIsSaidAtTheFirstCheckpoint() {
    var warnings = new MetricWarnings(SCORED, false);
    Metrics metrics = Metrics.of("accuracy", 0.5);
    assertThat(warnings.about(report(0, metrics, ""))).isEmpty();
    assertThat(warnings.about(report(0, metrics, "c1")))
        .singleElement()
        .asString()
        .startsWith("scoreBy(\"acuracy\", MAX) has nothing to rank by")
        .contains("did you mean accuracy?");
    assertThat(warnings.about(report(0, metrics, "c2"))).isEmpty();
  }

  @Test
  void aScoreMayComeFromValidation() {
    var warnings = new MetricWarnings(SCORED, true);
    assertThat(warnings.about(report(0, Metrics.of("loss", 1), "c1"))).isEmpty();
  }

  @Test
  void whatIsReportedIsFine() {
    assertThat(about(REDUCED, Metrics.of("los", 1))).isEmpty();
    assertThat(about(SCORED, Metrics.of("acuracy", 1))).isEmpty();
    assertThat(
            about(
                REDUCED.reduce("v/top", ReportReduction.SUM),
                Metrics.of("los", 1, "v", Map.of("top", 1))))
        .isEmpty();
  }

  @Test
  void aTextCannotBeReduced() {
    assertThat(about(REDUCED, Metrics.of("los", "small")))
        .singleElement()
        .asString()
        .endsWith("has a \"los\" that is not a number");
  }

  @Test
  void otherRanksMayReportLess() {
    var warnings = new MetricWarnings(REDUCED, false);
    assertThat(warnings.about(report(1, Metrics.of("rows", 1), ""))).isEmpty();
  }

  @Test
  void aMetricThatIsNotANumberIsSaidOnce() {
    var warnings = new MetricWarnings(RunConfig.named("digits"), false);
    Metrics metrics = Metrics.of("loss", 1, "v", Map.of("top", Double.NaN));
    assertThat(warnings.about(report(1, metrics, "")))
        .singleElement()
        .asString()
        .startsWith("metric \"v/top\" is NaN at step 7 of rank 1; a function in Java resumes");
    assertThat(warnings.about(report(0, metrics, ""))).isEmpty();
  }
}
