package dev.manta.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.TrainingFailed;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.ReportedCheckpoint;
import dev.manta.train.ReportedCheckpoint.Validation;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The programs of the how-to pages do what the pages say.
@Timeout(300)
class GuideTest {
  @TempDir Path storage = Path.of("");

  private RunConfig run(String name) {
    return RunConfig.named(name).storage(storage.toString()).quiet();
  }

  @Test
  void ownFilesAreKeptByScore() {
    Result result = OwnFiles.fit(run("own-files"));
    assertThat(result.metrics().number("loss")).isEqualTo(0.2);
    assertThat(result.checkpoints()).hasSize(2);
    assertThat(result.latestCheckpoint().map(latest -> OwnFiles.read(latest.checkpoint())))
        .hasValue(5);
  }

  @Test
  void partsOfAllRanksAreOneCheckpoint() throws Exception {
    Checkpoint checkpoint = Parts.fit(run("parts")).latestCheckpoint().orElseThrow().checkpoint();
    assertThat(checkpoint.parts()).isEqualTo(2);
    try (Checkpoint.Opened part = checkpoint.partOf(1).open()) {
      assertThat(part.directory().resolve("shard.txt")).hasContent("rank 1 epoch 1");
    }
  }

  @Test
  void copiedStateComesOutAsTheReturnValue() {
    assertThat(Counter.fit(run("counter"), 3).returnValue(String.class)).hasValue("e0 e1 e2 ");
  }

  @Test
  void rowsFromFilesAreCountedAndSorted() {
    String petals = storage.resolve("petals").toString();
    Flowers.write(petals);
    assertThat(Flowers.widest(petals)).hasSize(3);
  }

  @Test
  void aCheckpointsModelIsAskedAboutEveryRow() {
    String petals = storage.resolve("petals").toString();
    Flowers.write(petals);
    String predictions = storage.resolve("predictions").toString();
    Predicting.predict(Predicting.fit(run("line"), petals), petals, predictions);
    List<Row> rows = Dataset.csv(predictions).takeAll();
    assertThat(rows).hasSize(3000);
    assertThat(rows)
        .allSatisfy(
            row -> assertThat(row.real("expected")).isCloseTo(row.real("width"), within(1e-9)));
  }

  @Test
  void kMeansFindsTheCentres() {
    double distance = KMeans.fit(run("k-means")).metrics().number("distance");
    assertThat(distance).isBetween(10_000.0, 14_000.0);
  }

  @Test
  void validationRanksCheckpointsAnew() throws Exception {
    Result result = Scoring.fit(run("scoring"));
    assertThat(result.bestCheckpoint().map(best -> OwnFiles.read(best.checkpoint()))).hasValue(3);
  }

  @Test
  void validationHasItsOwnArgumentsAndRate() {
    Result result = Scoring.fitSparingly(run("sparingly"));
    assertThat(result.checkpoints())
        .extracting(ReportedCheckpoint::validation)
        .containsExactly(Validation.NONE, Validation.NONE, Validation.DONE, Validation.DONE);
    assertThat(result.latestCheckpoint().orElseThrow().metrics().number("holdout/rows"))
        .isEqualTo(1000);
  }

  @Test
  void checkpointsHaveTheNamesThatTheyWereGiven() {
    Result result = NamedCheckpoints.fit(run("named"));
    assertThat(result.checkpoints())
        .extracting(ReportedCheckpoint::name)
        .containsExactly("epoch-0-attempt-1", "epoch-1-attempt-1", "epoch-2-attempt-1");
    assertThat(result.checkpoint("epoch-1").map(one -> OwnFiles.read(one.checkpoint())))
        .hasValue(2);
    assertThat(result.metricsHistory().getLast().checkpoint()).hasValue("epoch-2-attempt-1");
  }

  @Test
  void whatWorkersLogIsInTheirLogFromTheLevelThatWasAskedFor() throws Exception {
    Result result = Logging.fit(run("logging"));
    assertThat(Path.of(result.path(), "logs/rank-0-w0.log"))
        .content()
        .containsPattern("(?m)^[-0-9]+T[:.0-9]+Z DEBUG .*Logging: 1,797 rows in memory$")
        .containsPattern("(?m)^[-0-9]+T[:.0-9]+Z INFO .*Logging: training as rank 0$")
        .contains("DEBUG: a plain line\n");
  }

  @Test
  void aRunSurvivesCrashes() {
    Result result = Patience.fit(run("patience"), new Patience.Config(1));
    assertThat(result.metrics().number("epoch")).isEqualTo(4);
  }

  @Test
  void aRunStopsWhenItIsGoodEnough() {
    Result result = GoodEnough.fit(run("good-enough"), new GoodEnough.Config(1_000_000_000));
    assertThat(result.status()).isEqualTo(RunStatus.STOPPED);
    assertThat(result.metrics().number("loss")).isLessThanOrEqualTo(0.01);
    assertThat(result.latestCheckpoint()).isPresent();
  }

  @Test
  void aRunOfTwoToEightWorkersLearnsTheSameAsAnyOther() {
    Result result = Elastic.fit(run("elastic"), new Elastic.Config(5, 1));
    assertThat(result.returnValue(Double.class))
        .hasValueSatisfying(w -> assertThat(w).isEqualTo(0.5, within(1e-9)));
  }

  @Test
  void aRunWithShardsTrainsToItsEnd() {
    Result result = Shards.fit(run("shards"), new Shards.Config(5));
    assertThat(result.returnValue(Double.class))
        .hasValueSatisfying(weight -> assertThat(weight).isBetween(0.3, 0.6));
  }

  @Test
  void aRunThatNobodyTakesAwayTrainsToItsEnd() {
    Path notice = storage.resolve("notice");
    Result result = SpotMachine.fit(run("spot"), notice, new SpotMachine.Config(5));
    assertThat(result.returnValue(Double.class)).contains(5.0);
  }

  @Test
  void aRunThatIsRolledBackResumesFromItsCheckpointInTheSameProcesses() {
    Result result = Poisoned.fit(run("poisoned"), new Poisoned.Config(20));
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.returnValue(Double.class)).contains(15.0);
  }

  @Test
  void aLoopOfStepsCommitsEachOfThem() {
    Result result = Unplugged.fit(run("unplugged"), new Unplugged.Config(5, 1));
    assertThat(result.returnValue(Double.class).orElseThrow()).isCloseTo(1.0, within(1e-9));
    assertThat(result.ledger().total()).isPositive();
  }

  @Test
  void aFailedRunSaysWhatIsLeft() {
    assertThat(Patience.lastWords(run("last-words"), new Patience.Config(1)))
        .contains("rank 0", "\"epoch\":1");
  }

  @Test
  void listenersHearOfFailuresAndTheEnd() {
    List<String> alarm = new ArrayList<>();
    Patience.fit(Watching.watched(run("watched"), alarm), new Patience.Config(1));
    assertThat(alarm).hasSize(2).last().asString().contains(RunStatus.FINISHED.name());
  }

  @Test
  void aTrackerContinuesItsFileWhenTheRunResumes() throws Exception {
    RunConfig tracked = run("tracked").tracker(new Watching.Lines()).failures(FailureConfig.none());
    Trainer trainer =
        Trainer.of(GuideTest::failOnce, new Counter.Config(4))
            .scaling(ScalingConfig.inProcess(1))
            .run(tracked);
    assertThatThrownBy(trainer::fit).isInstanceOf(TrainingFailed.class);
    Result resumed = trainer.fit();
    try (var files = Files.walk(Path.of(resumed.path()))) {
      Path lines = files.filter(f -> f.endsWith("reports.txt")).findFirst().orElseThrow();
      assertThat(Files.readAllLines(lines))
          .containsExactly(
              "1 {\"epoch\":0}", "2 {\"epoch\":1}", "3 {\"epoch\":2}", "4 {\"epoch\":3}");
    }
  }

  @Test
  void imagesHistogramsTextsAndTablesAreKeptBesideMetrics() {
    Result result = Showing.fit(run("shown"));
    assertThat(Showing.width(result)).isEqualTo(28);
    assertThat(result.logged()).hasSize(12);
  }

  @Test
  void aRunIsTrackedInSeveralPlacesThoughAServerIsDown() throws Exception {
    Result result = OwnFiles.fit(Watching.tracked(run("several"), "http://127.0.0.1:1"));
    Path directory = Path.of(result.path());
    assertThat(Files.readAllLines(directory.resolve("reports.csv")))
        .first()
        .isEqualTo("attempt,step,at,loss");
    assertThat(directory.resolve("tensorboard")).isNotEmptyDirectory();
    assertThat(directory.resolve("trackers")).isNotEmptyDirectory();
  }

  private static void failOnce(TrainContext<Counter.Config> ctx) {
    ctx.live("nothing", new double[1]);
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      ctx.report(Metrics.of("epoch", epoch), ctx.snapshot(), Upload.SYNC);
      if (epoch == 1) {
        throw new IllegalStateException("halfway");
      }
    }
  }

  @Test
  void workersMayBeThreads() {
    assertThat(InProcess.debug(run("debug")).metrics().number("round")).isEqualTo(7);
  }

  @Test
  void aResultIsReadFromItsDirectory() throws Exception {
    Result result = OwnFiles.fit(run("read"));
    String summary = Reading.summary(Result.fromPath(result.path()));
    assertThat(summary)
        .contains("read FINISHED after 1 attempts", "3 0.33", "best checkpoint-000005");
    Path csv = storage.resolve("history.csv");
    Reading.export(result.path(), csv);
    assertThat(Files.readAllLines(csv))
        .hasSize(11)
        .first()
        .isEqualTo("attempt,rank,step,at,rolled_back,checkpoint,loss");
  }
}
