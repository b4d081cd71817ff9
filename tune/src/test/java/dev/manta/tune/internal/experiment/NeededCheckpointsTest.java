package dev.manta.tune.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.train.Metrics;
import dev.manta.tune.Searcher;
import dev.manta.tune.TuneConfig;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Checkpoints of runs, each of which is discarded once, when no trial needs it.
class NeededCheckpointsTest {
  private static final TuneConfig CONFIG =
      TuneConfig.minimize("loss").samples(2).concurrent(1).searcher(Searcher.sobol());

  private final Experiment experiment = new Experiment(CONFIG, SimulatedTrials.SPACE);

  @BeforeEach
  void open() {
    experiment.hear(0, new ExperimentEvent.Opened());
  }

  private static Saved saved(long step) {
    return new Saved("trials/trial-00000/checkpoints/" + step, "");
  }

  private Turn stores(long step) {
    return experiment.hear(step, new ExperimentEvent.Stored(0, 1, saved(step), step));
  }

  private Turn reports(long step, double loss) {
    return experiment.hear(
        step,
        new ExperimentEvent.Reported(
            0, 1, Metrics.of("loss", loss), Optional.empty(), OptionalLong.of(step)));
  }

  private static Order.Discard discard(long step) {
    return new Order.Discard(saved(step));
  }

  @Test
  void oneThatIsStoredBeforeItsReportIsKeptUntilThatIsCompared() {
    reports(1, 5);
    stores(1);
    stores(2);
    assertThat(stores(3).orders()).isEmpty();
    assertThat(reports(2, 1).orders()).contains(discard(1)).doesNotContain(discard(2));
    assertThat(reports(3, 2).orders()).doesNotContain(discard(2), discard(3));
    assertThat(experiment.state().saved()).containsExactlyInAnyOrder(saved(2), saved(3));
  }

  @Test
  void oneThatIsStoredLateAndIsNeitherNewestNorBestIsDiscarded() {
    reports(1, 1);
    reports(2, 3);
    reports(3, 2);
    stores(1);
    stores(3);
    assertThat(stores(2).orders()).containsExactly(discard(2));
  }

  @Test
  void oneOfAnAttemptThatIsOverIsDiscarded() {
    reports(1, 1);
    stores(1);
    experiment.hear(2, new ExperimentEvent.Left(0, 1, ExperimentEvent.Manner.RETURNED, ""));
    assertThat(stores(2).orders()).containsExactly(discard(2));
    assertThat(stores(1).orders()).isEmpty();
  }
}
