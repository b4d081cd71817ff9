package dev.manta.tune.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.train.Metrics;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.internal.experiment.Experiment;
import dev.manta.tune.internal.experiment.ExperimentEvent;
import dev.manta.tune.internal.experiment.ExperimentEvent.Manner;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExperimentLinesTest {
  private static final TuneConfig CONFIG =
      TuneConfig.minimize("loss").samples(8).concurrent(2).searcher(Searcher.grid());

  private static final ExperimentLines LINES = new ExperimentLines("search", CONFIG);

  private static Experiment begun() {
    Space space = Space.of().grid("n", 1, 2, 3, 4).grid("kind", "a", "b");
    var experiment = new Experiment(CONFIG, space);
    experiment.hear(0, new ExperimentEvent.Opened());
    return experiment;
  }

  private static void end(Experiment experiment, long at, int trial, double loss) {
    report(experiment, at, trial, loss);
    experiment.hear(at, new ExperimentEvent.Left(trial, 1, Manner.RETURNED, ""));
  }

  private static void report(Experiment experiment, long at, int trial, double loss) {
    Metrics metrics = Metrics.of("loss", loss);
    experiment.hear(at, new ExperimentEvent.Reported(trial, 1, metrics, Optional.empty()));
  }

  @Test
  void trialsAreCountedByTheirStates() {
    Experiment experiment = begun();
    assertThat(LINES.summary(experiment.state()))
        .isEqualTo("search  0 s  trials 2 of 8: 2 running");
    end(experiment, 30_000, 0, 0.5);
    end(experiment, 60_000, 1, 0.25);
    experiment.hear(90_000, new ExperimentEvent.Left(2, 1, Manner.THREW, "why"));
    assertThat(LINES.summary(experiment.state()))
        .isEqualTo(
            "search  1 min 30 s  trials 5 of 8: 2 running, 2 complete, 1 failed"
                + "  best loss 0.25000 (trial 1: n=1 kind=b)  about 2 min 30 s left");
  }

  @Test
  void aPictureShowsWhatRunsAndNoMoreThanFits() {
    Experiment experiment = begun();
    report(experiment, 1000, 1, 0.5);
    assertThat(LINES.picture(experiment.state(), 24))
        .containsExactly(
            "search  1 s  trials 2 of 8: 2 running  best loss 0.50000 (trial 1: n=1 kind=b)",
            "  trial 0  step 0  n=1 kind=a",
            "  trial 1  step 1  loss 0.50000  n=1 kind=b");
    assertThat(LINES.picture(experiment.state(), 3))
        .hasSize(3)
        .last()
        .asString()
        .contains("1 more");
  }

  @Test
  void aMetricThatNoReportHasIsSaidAtOnceWithThoseThereAreAndOnce() {
    Experiment experiment = begun();
    var said = new ByteArrayOutputStream();
    var out = new PrintStream(said, true, StandardCharsets.UTF_8);
    ExperimentView view = ExperimentView.plain("search", CONFIG, out);
    view.accept(experiment.state());
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
    Metrics other = Metrics.of("accuracy", 1);
    experiment.hear(1, new ExperimentEvent.Reported(0, 1, other, Optional.empty()));
    view.accept(experiment.state());
    view.accept(experiment.state());
    assertThat(said.toString(StandardCharsets.UTF_8))
        .isEqualToNormalizingNewlines(
            "warning: no report has loss yet; there are [accuracy]: name one of those as the metric, or report it\n");
  }
}
