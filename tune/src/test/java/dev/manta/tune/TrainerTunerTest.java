package dev.manta.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Trainer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.ReportReduction;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.StopCondition;
import dev.manta.train.Tracker;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import dev.manta.tune.space.IntUniform;
import dev.manta.tune.space.Uniform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.Assertions;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class TrainerTunerTest {
  record Config(@Uniform(low = 0, high = 1) double x, @IntUniform(low = 0, high = 3) int kind) {}

  @TempDir Path storage;

  private static final TuneConfig SEARCH =
      TuneConfig.minimize("loss").samples(4).concurrent(2).searcher(Searcher.sobol());

  static void train(TrainContext<Config> ctx) throws IOException {
    for (int epoch : ctx.epochs(6)) {
      double loss = ctx.config().x() + 1.0 / (epoch + 1);
      Metrics metrics = Metrics.of("loss", loss + ctx.rank(), "epoch", epoch);
      if (ctx.rank() == 0) {
        ctx.report(metrics, SavedText.of("epoch", epoch));
      } else {
        ctx.report(metrics);
      }
    }
  }

  private Tuner tuner(ScalingConfig scaling) {
    Trainer trainer =
        Trainer.of(TrainerTunerTest::train, new Config(0, 0))
            .scaling(scaling)
            .run(RunConfig.defaults().reduce("loss", ReportReduction.MEAN));
    return Tuner.of(trainer)
        .search(SEARCH)
        .run(RunConfig.named("search").storage(storage.toString()).quiet());
  }

  @Test
  void trialsOfATrainerAreRunsWithTheirOwnWorkers() {
    ResultGrid results = tuner(ScalingConfig.workers(2)).fit();
    assertThat(results.errors()).isEmpty();
    for (TrialResult each : results.trials()) {
      assertThat(each.state()).isEqualTo(TrialState.COMPLETE);
      assertThat(each.reports()).hasSize(6);
      double mean = each.config(Config.class).x() + 1.0 / 6 + 0.5;
      assertThat(each.metrics().number("loss")).isCloseTo(mean, within());
      assertThat(each.checkpoint()).isPresent();
    }
    assertThat(storage.resolve("search/trials/trial-00003/run.json")).exists();
  }

  private static Offset<Double> within() {
    return Assertions.within(1e-12);
  }

  private static final AtomicReference<String> FIRST = new AtomicReference<>("");
  private static final CountDownLatch PAUSED = new CountDownLatch(1);

  /// Who is first at the rung is the best of its bracket, and is paused before the others come.
  record Half(@Uniform(low = 0, high = 1) double x, int depth, Optional<String> none) {}

  static void tellsDepth(TrainContext<Half> ctx) {
    ctx.report(Metrics.of("loss", ctx.config().x(), "depth", ctx.config().depth()));
  }

  @Test
  void aComponentWithoutADomainKeepsTheValueThatTheTrainerHas() {
    var given = new Half(0, 6, Optional.empty());
    ResultGrid results =
        Tuner.of(
                Trainer.of(TrainerTunerTest::tellsDepth, given).scaling(ScalingConfig.inProcess(1)))
            .search(TuneConfig.minimize("loss").samples(2))
            .run(RunConfig.named("half").storage(storage.toString()).quiet())
            .fit();
    assertThat(results.errors()).isEmpty();
    assertThat(results.trials())
        .hasSize(2)
        .allMatch(trial -> trial.config(Half.class).depth() == 6)
        .allMatch(trial -> trial.metrics().number("depth") == 6);
  }

  @Test
  void aTrainerThatHasOnlyTheClassOfItsConfigIsTuned() {
    Trainer trainer = Trainer.of(TrainerTunerTest::train, Config.class);
    ResultGrid results =
        Tuner.of(trainer.scaling(ScalingConfig.inProcess(1)))
            .search(SEARCH)
            .run(RunConfig.named("class").storage(storage.toString()).quiet())
            .fit();
    assertThat(results.errors()).isEmpty();
    assertThat(results.best().config(Config.class).x()).isBetween(0.0, 1.0);
  }

  static void waits(TrainContext<Config> ctx) throws InterruptedException {
    ctx.live("weights", new double[1]);
    for (int epoch : ctx.epochs(6)) {
      boolean isFirst = epoch == 1 && FIRST.compareAndSet("", ctx.runName());
      if (epoch == 1 && !isFirst) {
        PAUSED.await();
      }
      double loss = ctx.runName().equals(FIRST.get()) ? 0 : 1;
      ctx.report(Metrics.of("loss", loss, "epoch", epoch), ctx.snapshot());
      while (isFirst && !ctx.stopRequested()) {
        Thread.sleep(1);
      }
      if (isFirst) {
        PAUSED.countDown();
      }
    }
  }

  @Test
  void trialsPauseAndResumeAsTheSameRuns() throws IOException {
    Trainer trainer = Trainer.of(TrainerTunerTest::waits, new Config(0, 0));
    ResultGrid results =
        Tuner.of(trainer.scaling(ScalingConfig.inProcess(1)))
            .run(RunConfig.named("search").storage(storage.toString()).quiet())
            .search(SEARCH.samples(9).concurrent(3).scheduler(Scheduler.hyperBand(6)))
            .fit();
    assertThat(results.errors()).isEmpty();
    assertThat(results.isFinished()).isTrue();
    List<TrialResult> resumed = results.trials().stream().filter(t -> t.attempts() > 1).toList();
    assertThat(resumed).isNotEmpty().anyMatch(each -> each.reports().size() == 6);
    for (TrialResult each : resumed) {
      assertThat(each.reports())
          .extracting(report -> report.metrics().number("epoch"))
          .as("no epoch is trained twice")
          .doesNotHaveDuplicates()
          .isSorted();
    }
    try (var runs = Files.list(storage.resolve("search/trials"))) {
      assertThat(runs).hasSize(9).allMatch(run -> run.toString().matches(".*trial-0000[0-8]"));
    }
  }

  /// The first trial leaves checkpoints; the other one reports until it is told to take over.
  static void takesOver(TrainContext<Config> ctx) throws IOException, InterruptedException {
    if (ctx.runName().equals("trial-00001")) {
      while (!ctx.stopRequested()) {
        ctx.report(Metrics.of("loss", 1, "begunAt", -1));
        Thread.sleep(5);
      }
      return;
    }
    int begunAt = ctx.checkpoint().isEmpty() ? -1 : saved(ctx.checkpoint().get());
    for (int epoch = 0; epoch < 4; epoch++) {
      ctx.report(Metrics.of("loss", epoch, "begunAt", begunAt), SavedText.of("epoch", epoch));
    }
  }

  private static int saved(Checkpoint checkpoint) throws IOException {
    try (var opened = checkpoint.open()) {
      return Integer.parseInt(Files.readString(opened.directory().resolve("epoch")).strip());
    }
  }

  /// The second trial takes over the first one's checkpoint as soon as that has ended.
  private static Scheduler clonesOnce() {
    return _ -> {
      var ended = new AtomicBoolean();
      return event ->
          switch (event) {
            case TrialEvent.Ended(int trial) -> {
              ended.compareAndSet(false, trial == 0);
              yield List.of();
            }
            case TrialEvent.Reported report when report.trial() == 1 && ended.get() ->
                List.of(
                    new Decision(1, new Verdict.Clone(0, Point.of("x", 0.5).with("kind", 2), "")));
            case TrialEvent.Reported report ->
                List.of(new Decision(report.trial(), Verdict.CONTINUE));
            case TrialEvent.Began _, TrialEvent.Closed _ -> List.of();
          };
    };
  }

  private Path trial(String run) {
    return storage.resolve("search/trials").resolve(run);
  }

  @Test
  void aCloneIsARunThatBeginsWithTheCheckpointOfAnother() {
    Trainer trainer =
        Trainer.of(TrainerTunerTest::takesOver, new Config(0, 0))
            .scaling(ScalingConfig.inProcess(1))
            .run(RunConfig.defaults().checkpoints(CheckpointConfig.keep(1).upload(Upload.SYNC)));
    ResultGrid results =
        Tuner.of(trainer)
            .run(RunConfig.named("search").storage(storage.toString()).quiet())
            .search(SEARCH.samples(2).scheduler(clonesOnce()))
            .fit();
    assertThat(results.errors()).isEmpty();
    assertThat(trial("trial-00001-attempt-2")).exists();
    TrialResult clone = results.trials().get(1);
    assertThat(clone.attempts()).isEqualTo(2);
    assertThat(clone.config(Config.class)).isEqualTo(new Config(0.5, 2));
    assertThat(clone.metrics().number("begunAt")).isEqualTo(3);
  }

  static void getsWorse(TrainContext<Config> ctx) throws IOException {
    for (int epoch = 0; epoch < 5; epoch++) {
      ctx.report(Metrics.of("loss", epoch), SavedText.of("epoch", epoch));
    }
  }

  @Test
  void theBestCheckpointOfATrialIsKeptBesideThoseItsTrainerKeeps() throws IOException {
    Trainer trainer =
        Trainer.of(TrainerTunerTest::getsWorse, new Config(0, 0))
            .scaling(ScalingConfig.inProcess(1))
            .run(RunConfig.defaults().checkpoints(CheckpointConfig.keep(1).upload(Upload.SYNC)));
    ResultGrid results =
        Tuner.of(trainer)
            .run(RunConfig.named("search").storage(storage.toString()).quiet())
            .search(SEARCH)
            .fit();
    for (TrialResult each : results.trials()) {
      assertThat(saved(each.bestCheckpoint().orElseThrow())).isZero();
      assertThat(saved(each.checkpoint().orElseThrow())).isEqualTo(4);
    }
    try (var kept = Files.list(trial("trial-00000").resolve("checkpoints"))) {
      assertThat(kept).hasSize(2);
    }
  }

  @Test
  void aRunThatFinishedWhileNobodyWatchedIsNotRunAgain() throws IOException {
    Tuner tuner = tuner(ScalingConfig.inProcess(1)).search(SEARCH.samples(3).concurrent(1));
    List<Trial> first = tuner.fit().trials().stream().map(TrialResult::trial).toList();
    Path journal = storage.resolve("search/journal.jsonl");
    String text = Files.readString(journal);
    int known = text.indexOf("\"reported\":{\"trial\":1,");
    Files.writeString(journal, text.substring(0, text.indexOf('\n', known) + 1));
    ResultGrid results = tuner.fit();
    assertThat(results.name()).isEqualTo("search");
    assertThat(results.trials()).extracting(TrialResult::trial).isEqualTo(first);
    try (var runs = Files.list(storage.resolve("search/trials"))) {
      assertThat(runs).hasSize(3);
    }
  }

  /// Kind 1 ends soon; kind 0 continues until it has trained with two workers for a while.
  static void sharesWorkers(TrainContext<Config> ctx) throws InterruptedException {
    double[] together = {0};
    ctx.live("together", together);
    for (long step : ctx.steps(3000)) {
      ctx.barrier();
      together[0] += ctx.worldSize() == 2 ? 1 : 0;
      Metrics seen = Metrics.of("loss", 1.0 / (step + 1), "workers", ctx.worldSize());
      ctx.report(seen.with("process", ProcessHandle.current().pid()));
      Thread.sleep(5); // new workers get warm meanwhile
      if (ctx.config().kind() == 1 ? step > 20 : together[0] >= 5) {
        return;
      }
    }
  }

  @Test
  void aRunGetsTheWorkersOfOneThatHasEndedWithoutARestart() {
    Scheduler scheduler = Scheduler.resourceChanging(Scheduler.fifo(), Allocation.even(2));
    Trainer trainer =
        Trainer.of(TrainerTunerTest::sharesWorkers, new Config(0, 0))
            .scaling(ScalingConfig.workers(1, 2));
    ResultGrid results =
        Tuner.of(trainer)
            .space(Space.of(Config.class).constant("x", 0.5).grid("kind", 0, 1))
            .search(
                TuneConfig.minimize("loss")
                    .searcher(Searcher.grid())
                    .concurrent(2)
                    .scheduler(scheduler))
            .run(RunConfig.named("shares").storage(storage.toString()).quiet())
            .fit();
    assertThat(results.errors()).isEmpty();
    assertThat(workers(results, 1)).containsExactly(1.0);
    assertThat(workers(results, 0)).containsExactly(1.0, 2.0);
    TrialResult grown = results.trials().getFirst();
    assertThat(grown.attempts()).isEqualTo(1);
    assertThat(grown.reports())
        .extracting(each -> each.metrics().number("process"))
        .containsOnly(grown.metrics().number("process"));
  }

  /// The numbers of workers that a trial has had, in order.
  private static List<Double> workers(ResultGrid results, int trial) {
    return results.trials().get(trial).reports().stream()
        .map(each -> each.metrics().number("workers"))
        .distinct()
        .toList();
  }

  @Test
  void aSchedulerThatResizesIsRefusedWhereThereIsNothingToResize() {
    Scheduler scheduler = Scheduler.resourceChanging(Scheduler.fifo(), Allocation.even(2));
    Tuner fixed = tuner(ScalingConfig.inProcess(1)).search(SEARCH.scheduler(scheduler));
    assertThatThrownBy(fixed::fit).hasMessageContaining("each has only 1: tune a trainer");
    Tuner function =
        Tuner.of(Config.class, config -> config.x())
            .search(SEARCH.scheduler(scheduler))
            .run(RunConfig.named("function").storage(storage.toString()).quiet());
    assertThatThrownBy(function::fit).hasMessageContaining("tune a trainer with a range");
    assertThat(storage).isEmptyDirectory();
  }

  static void fails(TrainContext<Config> ctx) {
    if (ctx.config().kind() == 2) {
      throw new IllegalStateException("kind two");
    }
    ctx.report(Metrics.of("loss", ctx.config().x()));
  }

  @Test
  void aRunThatFailsIsTheErrorOfItsTrial() {
    Trainer trainer =
        Trainer.of(TrainerTunerTest::fails, new Config(0, 0)).scaling(ScalingConfig.inProcess(1));
    ResultGrid results =
        Tuner.of(trainer)
            .search(SEARCH.samples(8))
            .run(RunConfig.named("fails").storage(storage.toString()).quiet())
            .fit();
    assertThat(results.errors()).isNotEmpty();
    assertThat(results.errors())
        .allMatch(each -> each.error().orElse("").contains("kind two"))
        .allMatch(each -> each.config(Config.class).kind() == 2);
    assertThat(results.best().config(Config.class).kind()).isNotEqualTo(2);
  }

  static void waitsForItsEnd(TrainContext<Config> ctx) throws InterruptedException {
    for (int epoch : ctx.epochs(6)) {
      ctx.report(Metrics.of("loss", ctx.config().x(), "epoch", epoch));
      while (epoch == 2 && !ctx.stopRequested()) {
        Thread.sleep(1);
      }
    }
  }

  @Test
  void aTrainersOwnStopConditionIsTheEndOfItsTrial() {
    Trainer trainer =
        Trainer.of(TrainerTunerTest::waitsForItsEnd, new Config(0, 0))
            .scaling(ScalingConfig.inProcess(1))
            .run(RunConfig.defaults().stopWhen(StopCondition.atLeast("epoch", 2)));
    ResultGrid results =
        Tuner.of(trainer)
            .search(SEARCH)
            .run(RunConfig.named("own").storage(storage.toString()).quiet())
            .fit();
    assertThat(results.isFinished()).isTrue();
    assertThat(results.trials())
        .hasSize(4)
        .allMatch(each -> each.state() == TrialState.STOPPED && each.attempts() == 1)
        .allMatch(each -> each.metrics().number("epoch") == 2);
  }

  static void untyped(TrainContext<Map<String, String>> ctx) {}

  @Test
  void anExperimentThatWasCopiedHasItsOwnCheckpoints() throws IOException {
    tuner(ScalingConfig.inProcess(1)).search(SEARCH.samples(1)).fit();
    Path copy = storage.resolve("copy");
    try (var files = Files.walk(storage.resolve("search"))) {
      for (Path each : files.toList()) {
        Files.copy(each, copy.resolve(storage.resolve("search").relativize(each)));
      }
    }
    TrialResult best = ResultGrid.fromPath(copy.toString()).best();
    assertThat(best.checkpoint().orElseThrow().location().toString()).startsWith(copy.toString());
    assertThat(best.bestCheckpoint().orElseThrow().location().toString())
        .startsWith(copy.toString());
  }

  @Test
  void aTrainerWithoutARecordIsRefused() {
    Trainer trainer = Trainer.of(TrainerTunerTest::untyped, Map.of());
    assertThatThrownBy(() -> Tuner.of(trainer).search(SEARCH).fit())
        .hasMessageContaining("which must be a record");
    assertThatThrownBy(() -> Tuner.of(trainer).threads())
        .hasMessageContaining("threads() is for plain functions");
  }

  static void seesVariable(TrainContext<Config> ctx) {
    ctx.report(Metrics.of("loss", Double.parseDouble(System.getenv("THE_LOSS"))));
  }

  @Test
  void whatAnExperimentsConfigSaysOfRunsIsSaidOfItsTrials() {
    Map<String, Map<String, String>> tracked = new ConcurrentHashMap<>();
    Tracker tracker =
        run -> {
          tracked.put(run.name(), run.tags());
          return new Tracker.Tracking() {
            @Override
            public void close() {}
          };
        };
    ResultGrid results =
        Tuner.of(Trainer.of(TrainerTunerTest::seesVariable, new Config(0, 0)))
            .search(SEARCH.samples(2))
            .run(
                RunConfig.named("said")
                    .storage(storage.toString())
                    .quiet()
                    .environment("THE_LOSS", "0.25")
                    .tag("team", "vision")
                    .tracker(tracker))
            .fit();
    assertThat(results.errors()).isEmpty();
    assertThat(results.best().metrics().number("loss")).isEqualTo(0.25);
    assertThat(tracked)
        .containsEntry("trial-00001", Map.of("team", "vision", "experiment", "said", "trial", "1"))
        .hasSize(2);
  }

  private void assertRefused(Tuner tuner, RunConfig run, String said, String next) {
    assertThatThrownBy(() -> tuner.search(SEARCH).run(run.storage(storage.toString())).fit())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("an experiment has no use for RunConfig." + said + ": ")
        .hasMessageContaining(next);
    assertThat(storage).isEmptyDirectory();
  }

  @Test
  void whatAnExperimentHasNoUseForIsRefused() {
    RunConfig run = RunConfig.defaults().quiet();
    Tuner trainer = Tuner.of(Trainer.of(TrainerTunerTest::train, new Config(0, 0)));
    Tuner function = Tuner.of(Config.class, config -> config.x());
    RunConfig stops = run.stopWhen(StopCondition.atMost("loss", 1));
    assertRefused(trainer, stops, "stopWhen(…)", "say TuneConfig.stopTrialsWhen(…)");
    assertRefused(function, stops, "stopWhen(…)", "say TuneConfig.stopTrialsWhen(…)");
    RunConfig keeps = run.checkpoints(CheckpointConfig.keep(1));
    assertRefused(function, keeps, "checkpoints(…)", "tune a trainer");
    assertRefused(function, run.tag("team", "vision"), "tag(…)", "tune a trainer");
    RunConfig fails = run.failures(FailureConfig.retries(7));
    assertRefused(function, fails, "failures(…)", "TuneConfig.retries(…)");
  }

  @Test
  void aTrialWhoseWorkerIsKilledDoesNotTakeTheExperimentAlong() {
    Trainer trainer =
        Trainer.of(TrainerTunerTest::isKilled, new Config(0, 0))
            .run(RunConfig.defaults().failures(FailureConfig.none()));
    ResultGrid results =
        Tuner.of(trainer)
            .space(Space.of(Config.class).constant("x", 0.5).grid("kind", 0, 1, 2))
            .search(TuneConfig.minimize("loss").searcher(Searcher.grid()).concurrent(2))
            .run(RunConfig.named("killed").storage(storage.toString()).quiet())
            .fit();
    assertThat(results.isFinished()).isTrue();
    assertThat(results.trials())
        .extracting(TrialResult::state)
        .containsExactly(TrialState.COMPLETE, TrialState.FAILED, TrialState.FAILED);
    assertThat(results.trials().get(1).error())
        .hasValueSatisfying(e -> assertThat(e).contains("SIGSEGV"));
    assertThat(results.trials().get(2).error())
        .hasValueSatisfying(e -> assertThat(e).contains("SIGKILL"));
  }

  /// Kind 1 dies as of a native crash, kind 2 as of too little memory.
  static void isKilled(TrainContext<Config> ctx) throws IOException, InterruptedException {
    ctx.report(Metrics.of("loss", ctx.config().x()));
    if (ctx.config().kind() > 0) {
      String signal = ctx.config().kind() == 1 ? "SEGV" : "KILL";
      String self = Long.toString(ProcessHandle.current().pid());
      new ProcessBuilder("bash", "-c", "kill -" + signal + " " + self).start().waitFor();
      new CountDownLatch(1).await();
    }
  }
}
