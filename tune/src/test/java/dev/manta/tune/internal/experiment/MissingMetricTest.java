package dev.manta.tune.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.train.Metrics;
import dev.manta.tune.Goal;
import dev.manta.tune.Scheduler;
import dev.manta.tune.Searcher;
import dev.manta.tune.Stopper;
import dev.manta.tune.TrialState;
import dev.manta.tune.TuneConfig;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MissingMetricTest {
  private static final TuneConfig CONFIG =
      TuneConfig.minimize("loss").samples(2).concurrent(2).searcher(Searcher.random());
  private static final Metrics OTHER = Metrics.of("accuracy", 0.5, "epoch", 1);
  private static final String ERROR = "no report has loss; there are [accuracy, epoch]";

  private static Experiment begun(TuneConfig config) {
    var experiment = new Experiment(config, SimulatedTrials.SPACE);
    experiment.hear(0, new ExperimentEvent.Opened());
    return experiment;
  }

  private static Turn report(Experiment experiment, int trial, Metrics metrics) {
    return experiment.hear(1, new ExperimentEvent.Reported(trial, 1, metrics, Optional.empty()));
  }

  private static Experiment reported(TuneConfig config, int times) {
    Experiment experiment = begun(config);
    for (int i = 0; i < times; i++) {
      report(experiment, 0, OTHER);
    }
    return experiment;
  }

  private static Turn left(Experiment experiment, ExperimentEvent.Manner manner) {
    return experiment.hear(2, new ExperimentEvent.Left(0, 1, manner, "because"));
  }

  private static TrialState state(Experiment experiment, int trial) {
    return experiment.state().history().all().get(trial).state();
  }

  @Test
  void aSchedulerThatDecidesByAMetricThatTenReportsLackEndsTheExperiment() {
    Experiment experiment = reported(CONFIG.scheduler(Scheduler.asha()), 9);
    assertThatThrownBy(() -> report(experiment, 0, OTHER)).hasMessageContaining(ERROR);
  }

  @Test
  void whereOnlyTheEndCountsAsManyReportsAsThereAreMayLackTheMetric() {
    Experiment experiment = reported(CONFIG, 100);
    report(experiment, 0, Metrics.of("loss", 1));
    left(experiment, ExperimentEvent.Manner.RETURNED);
    assertThat(state(experiment, 0)).isEqualTo(TrialState.COMPLETE);
  }

  @Test
  void aSchedulerWaitsForAMetricThatComesNowAndThen() {
    Experiment experiment = reported(CONFIG.scheduler(Scheduler.asha()), 8);
    report(experiment, 0, Metrics.of("loss", 1));
    for (int i = 0; i < 20; i++) {
      report(experiment, 0, OTHER);
    }
    assertThat(state(experiment, 0)).isEqualTo(TrialState.RUNNING);
  }

  @Test
  void aTrialThatGivesASchedulerNothingToDecideByFailsWhereOthersDo() {
    Experiment experiment = begun(CONFIG.scheduler(Scheduler.asha()));
    report(experiment, 1, Metrics.of("loss", 1));
    for (int i = 0; i < 10; i++) {
      report(experiment, 0, OTHER);
    }
    assertThat(state(experiment, 0)).isEqualTo(TrialState.FAILED);
    assertThat(experiment.state().trials().getFirst().error())
        .isEqualTo("it reported no loss; its last report has [accuracy, epoch]");
    assertThat(state(experiment, 1)).isEqualTo(TrialState.RUNNING);
  }

  @Test
  void aTrialThatReturnsIsStoppedOrStopsWithoutTheMetricEndsTheExperiment() {
    Experiment returns = reported(CONFIG, 1);
    assertThatThrownBy(() -> left(returns, ExperimentEvent.Manner.RETURNED))
        .hasMessageContaining(ERROR);
    Experiment stops = reported(CONFIG, 1);
    assertThatThrownBy(() -> left(stops, ExperimentEvent.Manner.HALTED))
        .hasMessageContaining(ERROR);
    Experiment stopped = reported(CONFIG.stopTrialsWhen(Stopper.reports(3)), 2);
    assertThatThrownBy(() -> report(stopped, 0, OTHER)).hasMessageContaining(ERROR);
  }

  @Test
  void aTrialThatThrowsBeforeItHasTheMetricFailsAlone() {
    Experiment experiment = reported(CONFIG, 1);
    left(experiment, ExperimentEvent.Manner.THREW);
    assertThat(state(experiment, 0)).isEqualTo(TrialState.FAILED);
    assertThat(state(experiment, 1)).isEqualTo(TrialState.RUNNING);
  }

  @Test
  void ofSeveralGoalsOnlyThoseThatWereNotReportedAreNamed() {
    TuneConfig two =
        TuneConfig.of(Goal.minimize("loss"), Goal.maximize("accuracy")).samples(2).lenientMetrics();
    Experiment experiment = reported(two, 1);
    left(experiment, ExperimentEvent.Manner.RETURNED);
    assertThat(experiment.state().trials().getFirst().error())
        .isEqualTo("it reported no loss; its last report has [accuracy, epoch]");
  }

  @Test
  void whoIsLenientHasTrialsThatFailAlone() {
    TuneConfig lenient = CONFIG.lenientMetrics().scheduler(Scheduler.asha());
    Experiment experiment = reported(lenient, 100);
    left(experiment, ExperimentEvent.Manner.RETURNED);
    assertThat(state(experiment, 0)).isEqualTo(TrialState.FAILED);
    Experiment stopped = reported(lenient.stopTrialsWhen(Stopper.reports(3)), 3);
    assertThat(state(stopped, 0)).isEqualTo(TrialState.FAILED);
  }
}
