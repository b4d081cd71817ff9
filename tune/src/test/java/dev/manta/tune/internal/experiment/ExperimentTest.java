package dev.manta.tune.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.train.Metrics;
import dev.manta.train.WorkerCount;
import dev.manta.tune.Allocation;
import dev.manta.tune.Decision;
import dev.manta.tune.Point;
import dev.manta.tune.Scheduler;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Stopper;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trial;
import dev.manta.tune.TrialEvent;
import dev.manta.tune.TrialReport;
import dev.manta.tune.TrialState;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ExperimentTest {
  private static final TuneConfig CONFIG =
      TuneConfig.minimize("loss").samples(30).concurrent(4).searcher(Searcher.tpe());

  private static List<TuneConfig> configs() {
    return List.of(
        CONFIG,
        CONFIG.errorRetries(2).retries(0),
        CONFIG.scheduler(Scheduler.asha(9)),
        CONFIG.scheduler(Scheduler.hyperBand(9)).searcher(Searcher.bohb()),
        CONFIG.scheduler(Scheduler.medianStopping(2, 3)),
        CONFIG.scheduler(Scheduler.populationBased(2)),
        CONFIG.samples(8).scheduler(Scheduler.populationBandits(2)),
        CONFIG.scheduler(Scheduler.resourceChanging(Scheduler.hyperBand(9), Allocation.even(7))),
        CONFIG.scheduler(
            Scheduler.resourceChanging(Scheduler.populationBased(2), Allocation.toBest(6))),
        CONFIG.stopTrialsWhen(Stopper.reports(4)),
        CONFIG.scheduler(Scheduler.hyperBand(9)).stopTrialsWhen(Stopper.atMost(2)),
        CONFIG.stopWhen(Stopper.reports(12)),
        CONFIG.searcher(Searcher.random().limitedTo(2)).scheduler(Scheduler.hyperBand(9)));
  }

  @Test
  void everyTrialEndsOnceAndNoPlaceIsGivenTwice() {
    for (TuneConfig config : configs()) {
      for (long seed = 0; seed < 20; seed++) {
        SimulatedTrials world = new SimulatedTrials(config, seed).run();
        ExperimentState state = world.experiment.state();
        assertThat(state.isFinished()).isTrue();
        assertThat(world.mostBusy).isBetween(1, 4);
        assertThat(state.history().ended()).hasSameSizeAs(state.trials());
        assertThat(state.trials()).allMatch(each -> each.stage() == Stage.ENDED);
      }
    }
  }

  @Test
  void whereCapacityComesAndGoesEveryTrialEndsOnce() {
    for (TuneConfig config : configs()) {
      for (long seed = 0; seed < 20; seed++) {
        SimulatedTrials world = new SimulatedTrials(config, seed).runInTurns();
        ExperimentState state = world.experiment.state();
        assertThat(state.isFinished()).isTrue();
        assertThat(state.history().ended()).hasSameSizeAs(state.trials());
        assertThat(ends(world.entries)).doesNotHaveDuplicates();
      }
    }
  }

  @Test
  void noMoreTrialsBeginThanThereIsCapacityFor() {
    SimulatedTrials world = new SimulatedTrials(CONFIG, 0);
    world.experiment.limitWorkers(2);
    world.hear(new ExperimentEvent.Opened());
    assertThat(world.running()).isEqualTo(2);
    assertThat(world.experiment.lacksCapacity()).isTrue();
    assertThat(world.experiment.need()).isEqualTo(new Experiment.Need(2, 1, 4));
    world.experiment.limitWorkers(3);
    assertThat(world.experiment.fill(0).orders()).hasSize(1);
  }

  @Test
  void aTrialThatEndsWhereCapacityWasTakenAwayIsNotFollowedByAnother() {
    SimulatedTrials world = new SimulatedTrials(CONFIG, 0);
    world.experiment.limitWorkers(2);
    world.hear(new ExperimentEvent.Opened());
    world.experiment.limitWorkers(1);
    world.hear(new ExperimentEvent.Left(0, 1, ExperimentEvent.Manner.THREW, "a dice"));
    assertThat(world.experiment.state().trials()).hasSize(2);
  }

  @Test
  void aPopulationBeginsWhenAllOfItFitsAndKeepsItsCapacity() {
    SimulatedTrials world = new SimulatedTrials(CONFIG.scheduler(Scheduler.populationBased(2)), 0);
    world.experiment.limitWorkers(3);
    world.hear(new ExperimentEvent.Opened());
    assertThat(world.running()).isZero();
    assertThat(world.experiment.need()).isEqualTo(new Experiment.Need(0, 4, 4));
    world.experiment.limitWorkers(4);
    assertThat(world.experiment.fill(0).orders()).hasSize(4);
    world.experiment.limitWorkers(0);
    assertThat(world.experiment.need()).isEqualTo(new Experiment.Need(4, 4, 4));
  }

  @Test
  void anExperimentThatIsReplayedDecidesWhatTheFirstOneDid() {
    for (TuneConfig config : configs()) {
      for (long seed = 0; seed < 10; seed++) {
        SimulatedTrials world = new SimulatedTrials(config, seed).run();
        int cut = new Random(seed).nextInt(world.turns.size());
        int written = world.turns.subList(0, cut).stream().mapToInt(t -> t.entries().size()).sum();
        Experiment again = world.restored(written, seed).experiment;
        for (int i = cut; i < world.turns.size(); i++) {
          Turn expected = world.turns.get(i);
          long at = expected.entries().isEmpty() ? 0 : expected.entries().getFirst().at();
          Turn turn = again.hear(at, world.heard.get(i));
          assertThat(turn).as("seed %s, %s, turn %s", seed, config, i).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void whoeverIsKilledAtAnyEntryLeavesAnExperimentThatEndsAsWhole() {
    for (TuneConfig config : configs()) {
      for (long seed = 0; seed < 10; seed++) {
        SimulatedTrials world = new SimulatedTrials(config, seed).run();
        int written = new Random(seed).nextInt(world.entries.size());
        List<Trial> before = ended(world.restored(written, seed));
        SimulatedTrials restored = world.restored(written, seed + 1000);
        if (!restored.experiment.state().isFinished()) {
          restored.run();
        }
        ExperimentState state = restored.experiment.state();
        assertThat(state.history().ended().subList(0, before.size())).isEqualTo(before);
        assertThat(state.history().ended()).hasSameSizeAs(state.trials());
        assertThat(ends(restored.entries)).doesNotHaveDuplicates();
        assertSuggested(config, restored.entries, seed);
      }
    }
  }

  private static List<Trial> ended(SimulatedTrials world) {
    return List.copyOf(world.experiment.state().history().ended());
  }

  private static List<Integer> ends(List<Entry> entries) {
    List<Integer> ends = new ArrayList<>();
    for (Entry each : entries) {
      each.rulings().stream()
          .filter(ruling -> ruling instanceof TrialRuling.Ends)
          .forEach(ruling -> ends.add(ruling.trial()));
    }
    return ends;
  }

  /// Every point is what the searcher says to the events before it.
  static void assertSuggested(TuneConfig config, List<Entry> entries, long seed) {
    var replayed = new Experiment(config, SimulatedTrials.SPACE, SimulatedTrials.WORKERS);
    for (Entry each : entries) {
      if (each.happening() instanceof ExperimentEvent.Begun begun) {
        Suggestion suggestion = config.searcher().suggest(replayed.state().history());
        assertThat(suggestion)
            .as("seed %s, trial %s", seed, begun.trial())
            .isEqualTo(new Suggestion.Try(begun.point(), begun.reason()));
      }
      replayed.replay(each);
    }
  }

  @Test
  void theSchedulerHearsOnceThatNoFurtherTrialBegins() {
    List<TrialEvent> heard = new ArrayList<>();
    Scheduler scheduler =
        _ ->
            event -> {
              heard.add(event);
              return event instanceof TrialEvent.Reported report
                  ? List.of(new Decision(report.trial(), Verdict.CONTINUE))
                  : List.of();
            };
    new SimulatedTrials(CONFIG.samples(5).scheduler(scheduler), 1).run();
    assertThat(heard).filteredOn(each -> each instanceof TrialEvent.Closed).hasSize(1);
    int last = 0;
    for (int i = 0; i < heard.size(); i++) {
      last = heard.get(i) instanceof TrialEvent.Began ? i : last;
    }
    assertThat(heard.get(last + 1)).isEqualTo(new TrialEvent.Closed());
  }

  /// What a scheduler hears that wants trial 1 to resume from trial 0 at each report.
  private static Experiment cloning(List<TrialEvent> heard) {
    Scheduler scheduler =
        _ ->
            event -> {
              heard.add(event);
              Verdict clone = new Verdict.Clone(0, Point.of("rate", 0.5), "because");
              return event instanceof TrialEvent.Reported report
                  ? List.of(
                      new Decision(report.trial(), report.trial() == 1 ? clone : Verdict.CONTINUE))
                  : List.of();
            };
    return begun(CONFIG.samples(2).concurrent(2).scheduler(scheduler));
  }

  @Test
  void aSchedulerHearsThatATrialContinuesAsItWasWhereThereIsNoCheckpoint() {
    List<TrialEvent> heard = new ArrayList<>();
    Experiment experiment = cloning(heard);
    Point point = trial(experiment, 1).point();
    Turn turn = experiment.hear(1, report(1, 1, 3));
    assertThat(turn.orders()).containsExactly(new Order.Continue(1, 1));
    assertThat(heard.getLast()).isEqualTo(new TrialEvent.Began(1, point));
  }

  @Test
  void whatARunStoresAsItLeavesDoesNotTakeTheCloneItsCheckpoint() {
    Experiment experiment = cloning(new ArrayList<>());
    var source = new Saved("trials/trial-00000/checkpoints/c", "");
    experiment.hear(1, report(0, 1, 3));
    experiment.hear(2, new ExperimentEvent.Stored(0, 1, source, 1));
    Metrics metrics = Metrics.of("loss", 5);
    for (long step = 1; step <= 2; step++) {
      var report =
          new ExperimentEvent.Reported(1, 1, metrics, Optional.empty(), OptionalLong.of(step));
      experiment.hear(3, report);
    }
    var last = new Saved("trials/trial-00001/checkpoints/last", "");
    experiment.hear(4, new ExperimentEvent.Stored(1, 1, last, 2));
    Turn turn = experiment.hear(5, left(1, 1, ExperimentEvent.Manner.HALTED));
    assertThat(turn.orders())
        .singleElement()
        .isInstanceOfSatisfying(
            Order.Begin.class,
            begin -> {
              assertThat(begin.from()).contains(source);
              assertThat(begin.step()).isEqualTo(1);
            });
    experiment.hear(
        6, new ExperimentEvent.Reported(1, 2, metrics, Optional.empty(), OptionalLong.of(1)));
    assertThat(experiment.state().trials().get(1).step()).isEqualTo(2);
  }

  @Test
  void whatALeavingAttemptStillReportsIsKeptAndNotJudged() {
    List<TrialEvent> heard = new ArrayList<>();
    Experiment experiment = cloning(heard);
    var saved = new Saved("one", "hash");
    experiment.hear(
        1, new ExperimentEvent.Reported(0, 1, Metrics.of("loss", 3), Optional.of(saved)));
    experiment.hear(2, report(1, 1, 5));
    int before = heard.size();
    experiment.hear(3, report(1, 1, 4));
    assertThat(heard).hasSize(before);
    assertThat(experiment.state().trials().get(1).reports()).hasSize(2);
    experiment.hear(4, left(1, 1, ExperimentEvent.Manner.HALTED));
    experiment.hear(5, report(1, 2, 2));
    assertThat(heard.getLast()).isEqualTo(new TrialEvent.Reported(1, 2, Map.of("loss", 2.0)));
  }

  private static Experiment sharing(int workers) {
    Scheduler scheduler = Scheduler.resourceChanging(Scheduler.fifo(), Allocation.even(workers));
    TuneConfig config = CONFIG.samples(2).concurrent(2).scheduler(scheduler);
    return new Experiment(config, SimulatedTrials.SPACE, new WorkerCount(1, 4));
  }

  private static List<Integer> begun(Turn turn) {
    return turn.orders().stream()
        .filter(Order.Begin.class::isInstance)
        .map(each -> ((Order.Begin) each).workers().orElse(0))
        .toList();
  }

  @Test
  void aTrialBeginsWithTheLeastWorkersAndGetsItsPartAtReports() {
    Experiment experiment = sharing(6);
    assertThat(begun(experiment.hear(0, new ExperimentEvent.Opened()))).containsExactly(1, 1);
    assertThat(experiment.hear(1, report(0, 1, 1)).orders())
        .containsExactly(new Order.Resize(0, 1, 3), new Order.Continue(0, 1));
    assertThat(experiment.hear(2, report(0, 1, 1)).orders())
        .containsExactly(new Order.Continue(0, 1));
    experiment.hear(3, report(1, 1, 1));
    experiment.hear(4, left(1, 1, ExperimentEvent.Manner.RETURNED));
    assertThat(experiment.hear(5, report(0, 1, 1)).orders())
        .containsExactly(new Order.Resize(0, 1, 4), new Order.Continue(0, 1));
  }

  @Test
  void theNextAttemptOfATrialBeginsWithTheWorkersThatItHad() {
    Experiment experiment = sharing(6);
    experiment.hear(0, new ExperimentEvent.Opened());
    experiment.hear(1, report(0, 1, 1));
    assertThat(begun(experiment.hear(2, left(0, 1, ExperimentEvent.Manner.LOST))))
        .containsExactly(3);
  }

  @Test
  void checkpointsThatNobodyNeedsAreDiscardedAndNoOthers() {
    for (TuneConfig config : configs()) {
      SimulatedTrials world = new SimulatedTrials(config, 3).run();
      Set<Saved> discarded = new HashSet<>();
      for (Order each : world.orders) {
        if (each instanceof Order.Discard(Saved saved)) {
          assertThat(discarded.add(saved)).as("discarded twice").isTrue();
        }
        if (each instanceof Order.Begin begin) {
          assertThat(begin.from().filter(discarded::contains)).isEmpty();
        }
      }
      Set<Saved> reported = new HashSet<>(discarded);
      reported.addAll(world.experiment.state().saved());
      long saves =
          world.entries.stream()
              .filter(
                  each ->
                      each.happening() instanceof ExperimentEvent.Reported r
                          && r.saved().isPresent())
              .count();
      assertThat(reported).hasSize((int) saves);
    }
  }

  private static ExperimentEvent.Reported report(int trial, int attempt, double loss) {
    return new ExperimentEvent.Reported(trial, attempt, Metrics.of("loss", loss), Optional.empty());
  }

  private static ExperimentEvent.Left left(int trial, int attempt, ExperimentEvent.Manner manner) {
    return new ExperimentEvent.Left(trial, attempt, manner, "because");
  }

  private static Experiment begun(TuneConfig config) {
    var experiment = new Experiment(config, SimulatedTrials.SPACE);
    experiment.hear(0, new ExperimentEvent.Opened());
    return experiment;
  }

  private static Trial trial(Experiment experiment, int number) {
    return experiment.state().history().all().get(number);
  }

  @Test
  void aLostTrialBeginsAgainFromItsCheckpointUpToItsLimit() {
    Experiment experiment = begun(CONFIG.samples(1).retries(1));
    var saved = new Saved("one", "hash");
    experiment.hear(
        1, new ExperimentEvent.Reported(0, 1, Metrics.of("loss", 3), Optional.of(saved)));
    experiment.hear(2, report(0, 1, 2));
    Turn turn = experiment.hear(3, left(0, 1, ExperimentEvent.Manner.LOST));
    assertThat(turn.orders()).singleElement().isInstanceOf(Order.Begin.class);
    Order.Begin again = (Order.Begin) turn.orders().getFirst();
    assertThat(again.attempt()).isEqualTo(2);
    assertThat(again.from()).contains(saved);
    assertThat(again.step()).isEqualTo(1);
    experiment.hear(4, left(0, 2, ExperimentEvent.Manner.LOST));
    assertThat(trial(experiment, 0).state()).isEqualTo(TrialState.FAILED);
    assertThat(experiment.state().isFinished()).isTrue();
  }

  @Test
  void aFunctionThatThrowsFailsAtOnceUnlessToldOtherwise() {
    Experiment experiment = begun(CONFIG.samples(1));
    experiment.hear(1, left(0, 1, ExperimentEvent.Manner.THREW));
    assertThat(trial(experiment, 0).state()).isEqualTo(TrialState.FAILED);
    assertThat(experiment.state().trials().getFirst().error()).isEqualTo("because");
  }

  @Test
  void nanMakesAFailedTrial() {
    Experiment experiment = begun(CONFIG.samples(1));
    experiment.hear(1, report(0, 1, Double.NaN));
    experiment.hear(2, left(0, 1, ExperimentEvent.Manner.RETURNED));
    assertThat(trial(experiment, 0).state()).isEqualTo(TrialState.FAILED);
    assertThat(experiment.state().trials().getFirst().error()).isEqualTo("its values are [NaN]");
  }

  @Test
  void aMetricThatNoReportHasIsNamedWithThoseThereAre() {
    Experiment experiment = begun(CONFIG.samples(2));
    Metrics metrics = Metrics.of("accuracy", 0.5, "epoch", 1);
    experiment.hear(1, new ExperimentEvent.Reported(0, 1, metrics, Optional.empty()));
    assertThatThrownBy(() -> experiment.hear(2, left(0, 1, ExperimentEvent.Manner.RETURNED)))
        .hasMessageContaining("no report has loss; there are [accuracy, epoch]");
  }

  @Test
  void aTrialWithoutTheMetricThatOthersHaveFails() {
    Experiment experiment = begun(CONFIG.samples(2));
    experiment.hear(1, report(1, 1, 1));
    experiment.hear(
        2, new ExperimentEvent.Reported(0, 1, Metrics.of("accuracy", 0.5), Optional.empty()));
    experiment.hear(3, left(0, 1, ExperimentEvent.Manner.RETURNED));
    assertThat(trial(experiment, 0).state()).isEqualTo(TrialState.FAILED);
  }

  private static ExperimentEvent.Reported reportOfRun(long step, double loss) {
    return new ExperimentEvent.Reported(
        0, 1, Metrics.of("loss", loss), Optional.empty(), OptionalLong.of(step));
  }

  private static Experiment afterReportsOfARun(double... losses) {
    Experiment experiment = begun(CONFIG.samples(2).concurrent(1));
    for (int i = 0; i < losses.length; i++) {
      experiment.hear(i, reportOfRun(i + 1, losses[i]));
    }
    return experiment;
  }

  @Test
  void aCheckpointThatIsStoredLateIsThatOfTheReportItCameWith() {
    Experiment experiment = afterReportsOfARun(3, 1, 2);
    var second = new Saved("trials/trial-00000/checkpoints/second", "");
    var third = new Saved("trials/trial-00000/checkpoints/third", "");
    experiment.hear(4, new ExperimentEvent.Stored(0, 1, second, 2));
    experiment.hear(5, new ExperimentEvent.Stored(0, 1, third, 3));
    assertThat(experiment.state().trials().getFirst().best()).contains(second);
    assertThat(experiment.state().trials().getFirst().from()).contains(third);
  }

  @Test
  void aTrialResumesFromTheNewestCheckpointInWhateverOrderTheyAreStored() {
    Experiment experiment = afterReportsOfARun(3, 2, 1);
    var second = new Saved("trials/trial-00000/checkpoints/second", "");
    var third = new Saved("trials/trial-00000/checkpoints/third", "");
    experiment.hear(4, new ExperimentEvent.Stored(0, 1, third, 3));
    experiment.hear(5, new ExperimentEvent.Stored(0, 1, second, 2));
    assertThat(experiment.state().trials().getFirst().from()).contains(third);
    assertThat(experiment.state().trials().getFirst().best()).contains(third);
  }

  @Test
  void aCheckpointThatIsStoredBeforeItsReportIsHeardIsComparedThen() {
    Experiment experiment = afterReportsOfARun(3);
    var first = new Saved("trials/trial-00000/checkpoints/first", "");
    var second = new Saved("trials/trial-00000/checkpoints/second", "");
    experiment.hear(4, new ExperimentEvent.Stored(0, 1, first, 1));
    experiment.hear(5, new ExperimentEvent.Stored(0, 1, second, 2));
    assertThat(experiment.state().trials().getFirst().best()).contains(first);
    experiment.hear(6, reportOfRun(2, 1));
    assertThat(experiment.state().trials().getFirst().best()).contains(second);
  }

  @Test
  void aRunThatResumesFromAnEarlierCheckpointCountsItsReportsFromThere() {
    Experiment experiment = afterReportsOfARun(4, 3, 2);
    experiment.hear(
        4, new ExperimentEvent.Stored(0, 1, new Saved("trials/t/checkpoints/c", ""), 1));
    experiment.hear(5, new ExperimentEvent.Opened());
    for (long step = 1; step <= 3; step++) {
      Metrics metrics = Metrics.of("loss", 5 - step);
      experiment.hear(
          6, new ExperimentEvent.Reported(0, 2, metrics, Optional.empty(), OptionalLong.of(step)));
    }
    TrialRecord trial = experiment.state().trials().getFirst();
    assertThat(trial.step()).isEqualTo(3);
    assertThat(trial.reports()).extracting(TrialReport::step).containsExactly(1L, 2L, 3L, 2L, 3L);
  }

  @Test
  void newsOfAnEarlierAttemptChangesNothing() {
    Experiment experiment = begun(CONFIG.samples(1));
    experiment.hear(1, left(0, 1, ExperimentEvent.Manner.LOST));
    Turn late = experiment.hear(2, report(0, 1, 1));
    assertThat(late.entries()).isEmpty();
    assertThat(late.orders()).containsExactly(new Order.Halt(0, 1, "the trial has ended"));
    assertThat(experiment.hear(3, left(0, 1, ExperimentEvent.Manner.RETURNED)).entries()).isEmpty();
  }

  @Test
  void whatIsStoppedResumesWhenTheExperimentIsOpenedAgain() {
    Experiment experiment = begun(CONFIG.samples(3).concurrent(2));
    Turn stop = experiment.hear(1, new ExperimentEvent.StopAsked("Ctrl-C"));
    assertThat(stop.orders())
        .containsExactly(new Order.Halt(0, 1, "Ctrl-C"), new Order.Halt(1, 1, "Ctrl-C"));
    experiment.hear(2, left(0, 1, ExperimentEvent.Manner.HALTED));
    assertThat(experiment.state().isDone()).isFalse();
    experiment.hear(3, left(1, 1, ExperimentEvent.Manner.HALTED));
    assertThat(experiment.state().isDone()).isTrue();
    assertThat(experiment.state().isFinished()).isFalse();
    Turn opened = experiment.hear(4, new ExperimentEvent.Opened());
    assertThat(opened.orders())
        .extracting(each -> ((Order.Begin) each).trial())
        .containsExactly(0, 1);
  }

  @Test
  void aSearchThatNeverEndsIsRefused() {
    TuneConfig endless = TuneConfig.minimize("loss").searcher(Searcher.random());
    assertThatThrownBy(() -> new Experiment(endless, SimulatedTrials.SPACE))
        .hasMessageContaining("never ends by itself");
    TuneConfig grid = TuneConfig.minimize("loss").searcher(Searcher.grid());
    assertThat(new Experiment(grid, Space.of().grid("a", 1, 2)).state().trials()).isEmpty();
  }

  @Test
  void whenTheTimeIsOverTrialsEndAsTheyAre() {
    Experiment experiment = begun(CONFIG.samples(30).concurrent(2));
    experiment.hear(1, report(0, 1, 5));
    experiment.hear(2, new ExperimentEvent.Enough("the time is over"));
    assertThat(trial(experiment, 0).state()).isEqualTo(TrialState.STOPPED);
    assertThat(trial(experiment, 1).state()).isEqualTo(TrialState.FAILED);
    experiment.hear(3, left(0, 1, ExperimentEvent.Manner.HALTED));
    experiment.hear(3, left(1, 1, ExperimentEvent.Manner.HALTED));
    assertThat(experiment.state().isFinished()).isTrue();
    assertThat(experiment.state().trials()).hasSize(2);
  }

  @Test
  void aPointThatWasComputedIsKeptAsItWas() {
    Entry entry =
        new Entry(
            3,
            new ExperimentEvent.Begun(7, Point.of("rate", 0.1).with("kind", "ä\n\"x\""), "why"),
            List.of(new TrialRuling.Clones(1, 2, Point.of("layers", 3), "worst")));
    assertThat(SimulatedTrials.throughText(entry)).isEqualTo(entry);
  }
}
