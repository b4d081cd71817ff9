package dev.manta.tune.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.train.Metrics;
import dev.manta.tune.Searcher;
import dev.manta.tune.Trial;
import dev.manta.tune.TrialState;
import dev.manta.tune.TuneConfig;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Attempts that nobody told to leave, and that stopped all the same.
class OwnStopTest {
  private static final TuneConfig CONFIG =
      TuneConfig.minimize("loss").samples(2).concurrent(1).searcher(Searcher.sobol());

  private final Experiment experiment = new Experiment(CONFIG, SimulatedTrials.SPACE);

  private Turn stops(int trial, int attempt) {
    return experiment.hear(
        9, new ExperimentEvent.Left(trial, attempt, ExperimentEvent.Manner.HALTED, "loss is 3.0"));
  }

  private void reports() {
    experiment.hear(1, new ExperimentEvent.Reported(0, 1, Metrics.of("loss", 3), Optional.empty()));
  }

  private Trial first() {
    return experiment.state().history().all().getFirst();
  }

  @Test
  void aRunThatStopsByItselfIsTheEndOfItsTrialWhichKeepsItsValues() {
    experiment.hear(0, new ExperimentEvent.Opened());
    reports();
    Turn turn = stops(0, 1);
    assertThat(first().state()).isEqualTo(TrialState.STOPPED);
    assertThat(first().values()).isEqualTo(List.of(3.0));
    assertThat(turn.entries().getFirst().rulings())
        .containsExactly(new TrialRuling.Ends(0, TrialState.STOPPED, false, "loss is 3.0"));
    assertThat(turn.orders())
        .singleElement()
        .isInstanceOfSatisfying(Order.Begin.class, begin -> assertThat(begin.trial()).isEqualTo(1));
  }

  @Test
  void aRunThatStopsByItselfBeforeItReportsIsAFailedTrialThatSaysWhy() {
    experiment.hear(0, new ExperimentEvent.Opened());
    var _ = stops(0, 1);
    assertThat(first().state()).isEqualTo(TrialState.FAILED);
    assertThat(experiment.state().trials().getFirst().error()).isEqualTo("loss is 3.0");
  }

  @Test
  void aRunThatStopsAsItsExperimentDoesResumesLater() {
    experiment.hear(0, new ExperimentEvent.Opened());
    reports();
    experiment.hear(2, new ExperimentEvent.StopAsked("Ctrl-C"));
    var _ = stops(0, 1);
    assertThat(first().state()).isEqualTo(TrialState.RUNNING);
    assertThat(experiment.hear(10, new ExperimentEvent.Opened()).orders())
        .singleElement()
        .isInstanceOfSatisfying(Order.Begin.class, begin -> assertThat(begin.trial()).isEqualTo(0));
  }
}
