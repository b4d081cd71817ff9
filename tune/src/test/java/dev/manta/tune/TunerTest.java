package dev.manta.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Manta;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.json.Json;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.tune.space.IntUniform;
import dev.manta.tune.space.Uniform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class TunerTest {
  record Config(@Uniform(low = -5, high = 5) double x, @IntUniform(low = 1, high = 4) int layers) {}

  @TempDir Path storage;

  static double bowl(Config config) {
    return (config.x() - 1) * (config.x() - 1) + config.layers();
  }

  private static final TuneConfig SEARCH =
      TuneConfig.minimize("loss").samples(20).concurrent(3).searcher(Searcher.tpe());

  private RunConfig run(String name) {
    return RunConfig.named(name).storage(storage.toString()).quiet();
  }

  private Tuner tuner(TuneConfig search) {
    return Tuner.of(TunerTest::bowl).threads().search(search).run(run("bowl"));
  }

  @Test
  void aPlainFunctionOfAConfigIsTuned() {
    ResultGrid results = tuner(SEARCH.samples(40)).fit();
    assertThat(results.size()).isEqualTo(40);
    assertThat(results.isFinished()).isTrue();
    TrialResult best = results.best();
    assertThat(best.config(Config.class).layers()).isEqualTo(1);
    assertThat(bowl(best.config(Config.class))).isEqualTo(best.metrics().number("loss"));
    assertThat(results.trials())
        .allMatch(each -> each.metrics().number("loss") >= best.metrics().number("loss"));
  }

  @Test
  void oneTrialAtATimeIsTheSameSearchAsAStudy() {
    ResultGrid results = tuner(SEARCH.concurrent(1)).fit();
    Study study =
        Study.minimize(Space.of(Config.class), "loss").searcher(Searcher.tpe()).trials(20).start();
    for (TrialResult each : results.trials()) {
      Trial trial = study.ask();
      assertThat(each.point()).isEqualTo(trial.point());
      study.tell(trial, bowl(study.config(trial, Config.class)));
    }
  }

  /// Fails at the fourth suggestion, as long as it is told to.
  private record Failing(AtomicBoolean fails) implements Searcher {
    @Override
    public Suggestion suggest(Trials trials) {
      if (trials.size() == 3 && fails.get()) {
        throw new MantaException(ErrorCode.USER, "no further point");
      }
      return Searcher.random().suggest(trials);
    }

    @Override
    public String toString() {
      return "failing";
    }
  }

  @Test
  void aTrialThatEndedIsNotRunAgainAfterItsSearcherFailed() {
    var fails = new AtomicBoolean(true);
    var runs = new AtomicInteger();
    Tuner tuner =
        Tuner.of(Config.class, (Config config) -> runs.incrementAndGet() + bowl(config))
            .threads()
            .search(SEARCH.samples(6).concurrent(1).searcher(new Failing(fails)))
            .run(run("failing"));
    assertThatThrownBy(tuner::fit).hasMessage("no further point");
    fails.set(false);
    assertThat(tuner.fit().size()).isEqualTo(6);
    assertThat(runs).hasValue(6);
  }

  @Test
  void aSearchOfGridsAloneEndsByItselfWhoeverSuggestsThem() {
    Space grids = Space.of().grid("x", 1, 2, 3).grid("y", 1, 2);
    List<Searcher> searchers =
        List.of(Searcher.auto(), Searcher.grid(), Searcher.grid().limitedTo(1));
    for (Searcher each : searchers) {
      ResultGrid results =
          Tuner.of(Point.class, point -> point.number("x"))
              .threads()
              .space(grids)
              .search(TuneConfig.minimize("value").searcher(each))
              .run(RunConfig.defaults().storage(storage.toString()).quiet())
              .fit();
      assertThat(results.trials()).as(each.toString()).hasSize(6);
    }
  }

  @Test
  void aFinishedExperimentIsKeptWhateverTheNextOneSearches() {
    for (double most : List.of(1.0, 2.0)) {
      Tuner.of(Point.class, point -> point.number("x"))
          .threads()
          .space(Space.of().uniform("x", 0, most))
          .search(TuneConfig.minimize("value").samples(1))
          .run(run("other"))
          .fit();
    }
    assertThat(storage.resolve("other")).exists();
    assertThat(storage.resolve("other-2")).exists();
  }

  @Test
  void aPlainFunctionIsNotTakenToACluster() {
    Tuner tuner = Tuner.of(Point.class, point -> point.number("x"));
    assertThatThrownBy(() -> tuner.on(Manta.at("manta://head:6379")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("on() is for trainers");
  }

  @Test
  void aPointNeedsNoRecord() {
    ResultGrid results =
        Tuner.of(Point.class, point -> point.number("x"))
            .space(Space.of().grid("x", 3, 1, 2))
            .threads()
            .search(TuneConfig.minimize("loss").searcher(Searcher.grid()))
            .run(run("points"))
            .fit();
    assertThat(results.best().point()).isEqualTo(Point.of("x", 1));
    assertThat(results.size()).isEqualTo(3);
  }

  @Test
  void ashaStopsTrialsThatAreBehind() {
    ResultGrid results =
        Tuner.ofLoop(
                Config.class,
                trial -> {
                  for (int i = 1; i <= 16; i++) {
                    trial.report(Metrics.of("loss", bowl(trial.config()) + 1.0 / i));
                  }
                })
            .threads()
            .search(SEARCH.scheduler(Scheduler.asha(16)))
            .run(run("asha"))
            .fit();
    assertThat(results.trials()).anyMatch(each -> each.reports().size() == 1);
    assertThat(results.best().reports()).hasSize(16);
    assertThat(results.errors()).isEmpty();
  }

  @Test
  void trialsPauseAndResumeFromTheirCheckpoints() {
    ResultGrid results =
        Tuner.ofLoop(Config.class, TunerTest::counting)
            .threads()
            .search(SEARCH.samples(12).scheduler(Scheduler.hyperBand(9)))
            .run(run("bands"))
            .fit();
    assertThat(results.errors()).isEmpty();
    assertThat(results.trials()).anyMatch(each -> each.attempts() > 1);
    for (TrialResult each : results.trials()) {
      List<Long> counted =
          each.reports().stream().map(report -> (long) report.metrics().number("count")).toList();
      List<Long> steps = each.reports().stream().map(TrialReport::step).toList();
      assertThat(counted).as("no step is done twice").isEqualTo(steps);
    }
  }

  /// Counts its steps in a file that it saves and restores.
  static void counting(TrialContext<Config> trial) throws IOException {
    int count = trial.checkpoint().map(saved -> saved.asDirectory(TunerTest::readCount)).orElse(0);
    while (count < 9) {
      count++;
      trial.report(
          Metrics.of("loss", bowl(trial.config()), "count", count), SavedText.of("count", count));
    }
  }

  private static int readCount(Path directory) {
    try {
      return Integer.parseInt(Files.readString(directory.resolve("count")));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void clonesOfPopulationBasedTrainingContinueFromTheCheckpointOfABetterOne() {
    ResultGrid results =
        Tuner.ofLoop(Config.class, TunerTest::counting)
            .threads()
            .search(SEARCH.samples(8).concurrent(8).scheduler(Scheduler.populationBased(2)))
            .run(run("population"))
            .fit();
    assertThat(results.errors()).isEmpty();
    assertThat(results.trials()).anyMatch(each -> each.attempts() > 1);
    assertThat(results.trials()).allMatch(each -> each.checkpoint().isPresent());
  }

  @Test
  void onlyTheNewestAndTheBestCheckpointOfATrialAreKept() throws IOException {
    Tuner.ofLoop(Config.class, TunerTest::counting)
        .threads()
        .search(SEARCH.samples(3))
        .run(run("kept"))
        .fit();
    try (var kept = Files.list(storage.resolve("kept/checkpoints"))) {
      assertThat(kept).hasSize(6);
    }
  }

  @Test
  void whatThrowsIsAnErrorOfItsTrialAlone() {
    ResultGrid results =
        Tuner.of(
                Config.class,
                config -> {
                  if (config.layers() == 2) {
                    throw new IllegalStateException("two layers");
                  }
                  return bowl(config);
                })
            .threads()
            .search(SEARCH.searcher(Searcher.sobol()))
            .run(run("throws"))
            .fit();
    assertThat(results.errors()).isNotEmpty();
    assertThat(results.errors())
        .allMatch(each -> each.error().orElse("").contains("IllegalStateException: two layers"));
    assertThat(results.best().config(Config.class).layers()).isNotEqualTo(2);
    assertThat(results.csv()).contains("IllegalStateException");
  }

  @Test
  void aMetricThatNobodyReportsEndsTheExperiment() {
    assertThatThrownBy(
            () ->
                Tuner.ofLoop(Config.class, trial -> trial.report(Metrics.of("accuracy", 1)))
                    .threads()
                    .search(SEARCH)
                    .run(run("metric"))
                    .fit())
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("no report has loss; there are [accuracy]");
  }

  @Test
  void anEndlessLoopThatReportsAnotherMetricIsToldSoWhereItsSchedulerNeedsTheMetric() {
    TrialLoop<Config> endless =
        trial -> {
          while (true) {
            trial.report(Metrics.of("accuracy", 1));
          }
        };
    Tuner tuner = Tuner.ofLoop(Config.class, endless).threads().run(run("endless"));
    assertThatThrownBy(() -> tuner.search(SEARCH.scheduler(Scheduler.asha(16))).fit())
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("no report has loss; there are [accuracy]: give TuneConfig one");
  }

  @Test
  void nanIsNeverTheBest() {
    var count = new AtomicInteger();
    ResultGrid results =
        Tuner.of(
                Config.class,
                config -> count.incrementAndGet() % 2 == 0 ? Double.NaN : bowl(config))
            .threads()
            .search(SEARCH)
            .run(run("nan"))
            .fit();
    assertThat(results.errors()).hasSize(10);
    assertThat(results.best().metrics().number("loss")).isFinite();
  }

  @Test
  void scopesLookAtTheLastAllOrTheMeanOfReports() {
    ResultGrid results =
        Tuner.ofLoop(
                Point.class,
                trial -> {
                  double a = trial.config().number("a");
                  trial.report(Metrics.of("loss", a == 1 ? 0 : 5));
                  trial.report(Metrics.of("loss", a == 1 ? 9 : a == 2 ? 4 : 3));
                  trial.report(Metrics.of("loss", a == 3 ? 8 : a == 2 ? 1 : 9));
                })
            .space(Space.of().grid("a", 1, 2, 3))
            .threads()
            .search(TuneConfig.minimize("loss").searcher(Searcher.grid()))
            .run(run("scopes"))
            .fit();
    Goal loss = Goal.minimize("loss");
    assertThat(results.best(loss, Scope.LAST).point()).isEqualTo(Point.of("a", 2));
    assertThat(results.best(loss, Scope.ALL).point()).isEqualTo(Point.of("a", 1));
    assertThat(results.best(Goal.maximize("loss"), Scope.AVERAGE).point())
        .isEqualTo(Point.of("a", 1));
    assertThatThrownBy(() -> results.best(Goal.minimize("cost"), Scope.LAST))
        .hasMessageContaining("no report has that metric, there are [loss]");
  }

  @Test
  void resultsAreTextsThatOthersRead() {
    ResultGrid results = tuner(SEARCH.samples(3).concurrent(1)).fit();
    assertThat(results.csv().lines()).hasSize(4);
    assertThat(results.csv()).startsWith("trial,state,steps,x,layers,loss,error\n0,complete,1,");
    assertThat(results.table(2).lines()).hasSize(3);
    Json json = Json.parse(results.toJson().text());
    assertThat(json.asObject().get("trials").asArray().size()).isEqualTo(3);
  }

  @Test
  void theTimeBudgetEndsAnExperimentWithWhatThereIs() {
    ResultGrid results =
        Tuner.ofLoop(
                Config.class,
                trial -> {
                  while (true) {
                    trial.report(Metrics.of("loss", bowl(trial.config())));
                  }
                })
            .threads()
            .search(TuneConfig.minimize("loss").concurrent(2).timeBudget(Duration.ofMillis(300)))
            .run(run("budget"))
            .fit();
    assertThat(results.isFinished()).isTrue();
    assertThat(results.trials()).hasSize(2).allMatch(each -> each.state() == TrialState.STOPPED);
  }

  @Test
  void anUnfinishedExperimentResumesAndAFinishedOneIsKept() throws Exception {
    var blocked = new CountDownLatch(1);
    var first = new AtomicBoolean(true);
    TrialLoop<Config> loop =
        trial -> {
          if (trial.number() >= 10 && first.get()) {
            blocked.countDown();
            new CountDownLatch(1).await();
          }
          trial.report(Metrics.of("loss", bowl(trial.config())));
        };
    Tuner tuner = Tuner.ofLoop(Config.class, loop).threads().search(SEARCH).run(run("again"));
    var thread = new Thread(tuner::fit);
    thread.start();
    assertThat(blocked.await(30, TimeUnit.SECONDS)).isTrue();
    thread.interrupt();
    thread.join();
    first.set(false);
    ResultGrid results = tuner.fit();
    assertThat(results.name()).isEqualTo("again");
    assertThat(results.size()).isEqualTo(20);
    assertThat(results.isFinished()).isTrue();
    assertThat(tuner.fit().name()).isEqualTo("again-2");
  }

  @Test
  void whoResumesWithAnotherSearchIsToldWhatDiffers() throws Exception {
    var began = new CountDownLatch(1);
    var thread =
        new Thread(
            () ->
                Tuner.ofLoop(
                        Config.class,
                        trial -> {
                          began.countDown();
                          new CountDownLatch(1).await();
                        })
                    .threads()
                    .search(SEARCH)
                    .run(run("other"))
                    .fit());
    thread.start();
    assertThat(began.await(30, TimeUnit.SECONDS)).isTrue();
    thread.interrupt();
    thread.join();
    Tuner same = Tuner.ofLoop(Config.class, _ -> {}).threads().run(run("other"));
    Space wider = Space.of(Config.class).uniform("x", -9, 9);
    assertThatThrownBy(() -> same.search(SEARCH).space(wider).fit())
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("experiment other is unfinished")
        .hasMessageContaining("uniform(-9.0, 9.0)")
        .hasMessageContaining("uniform(-5.0, 5.0)");
    assertThatThrownBy(() -> same.search(SEARCH.searcher(Searcher.random())).fit())
        .hasMessageContaining("searcher is RandomSearch[], was Tpe");
    assertThatThrownBy(() -> same.search(TuneConfig.maximize("loss").samples(20)).fit())
        .hasMessageContaining("goals is [maximize loss], was [minimize loss]");
  }

  @Test
  void stoppersEndTrialsAndExperiments() {
    ResultGrid results =
        Tuner.ofLoop(
                Config.class,
                trial -> {
                  while (true) {
                    trial.report(Metrics.of("loss", bowl(trial.config())));
                  }
                })
            .threads()
            .search(
                SEARCH
                    .stopTrialsWhen(Stopper.reports(3))
                    .stopWhen(Stopper.reports(5))
                    .concurrent(1))
            .run(run("stoppers"))
            .fit();
    assertThat(results.size()).isEqualTo(5);
    assertThat(results.trials()).allMatch(each -> each.reports().size() == 3);
  }

  @Test
  void aFunctionWithoutADeclaredConfigIsRefused() {
    TrialLoop<Config> lambda = trial -> trial.report(Metrics.of("loss", 1));
    assertThatThrownBy(() -> Tuner.ofLoop(lambda))
        .hasMessageContaining("give the record too, as in Tuner.of(Config.class, …)");
    assertThatThrownBy(() -> Tuner.of(TunerTest::bowl).fit())
        .hasMessageContaining("say search(TuneConfig.minimize(\"loss\")…)");
  }
}
