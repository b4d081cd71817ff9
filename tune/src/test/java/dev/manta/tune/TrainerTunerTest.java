package dev.manta.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Trainer;
import dev.manta.train.Metrics;
import dev.manta.train.ReportReduction;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.StopCondition;
import dev.manta.train.TrainContext;
import dev.manta.tune.space.IntUniform;
import dev.manta.tune.space.Uniform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
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
  static void waits(TrainContext<Config> ctx) throws InterruptedException {
    ctx.live("weights", new double[1]);
    for (int epoch : ctx.epochs(6)) {
      boolean isFirst = epoch == 1 && FIRST.compareAndSet("", ctx.runName());
      if (epoch == 1 && !isFirst) {
        PAUSED.await();
      }
      double loss = ctx.runName().equals(FIRST.get()) ? 0 : 1;
      ctx.report(Metrics.of("loss", loss), ctx.snapshot());
      while (isFirst && !ctx.stopRequested()) {
        Thread.sleep(1);
      }
      if (isFirst) {
        PAUSED.countDown();
      }
    }
  }

  @Test
  void trialsPauseAndGoOnAsTheSameRuns() {
    Trainer trainer = Trainer.of(TrainerTunerTest::waits, new Config(0, 0));
    ResultGrid results =
        Tuner.of(trainer.scaling(ScalingConfig.inProcess(1)))
            .run(RunConfig.named("search").storage(storage.toString()).quiet())
            .search(SEARCH.samples(9).concurrent(3).scheduler(Scheduler.hyperBand(6)))
            .fit();
    assertThat(results.errors()).isEmpty();
    assertThat(results.isFinished()).isTrue();
    assertThat(results.trials()).anyMatch(each -> each.attempts() > 1);
  }

  @Test
  void clonesAreRunsThatBeginWithTheCheckpointOfAnother() throws IOException {
    ResultGrid results =
        tuner(ScalingConfig.inProcess(1))
            .search(SEARCH.samples(4).concurrent(4).scheduler(Scheduler.populationBased(2)))
            .fit();
    assertThat(results.errors()).isEmpty();
    assertThat(results.isFinished()).isTrue();
    try (var runs = Files.list(storage.resolve("search/trials"))) {
      List<String> names = runs.map(each -> each.getFileName().toString()).sorted().toList();
      assertThat(names).contains("trial-00000", "trial-00003");
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
}
