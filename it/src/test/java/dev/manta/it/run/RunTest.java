package dev.manta.it.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.TrainingFailed;
import dev.manta.error.ErrorCode;
import dev.manta.it.run.Functions.Answer;
import dev.manta.it.run.Functions.Config;
import dev.manta.it.run.Functions.Kinship;
import dev.manta.it.run.Functions.Steps;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.FailureConfig;
import dev.manta.train.History;
import dev.manta.train.Metrics;
import dev.manta.train.Order;
import dev.manta.train.ReportReduction;
import dev.manta.train.ReportedCheckpoint;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainLoop;
import dev.manta.train.ValidationConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class RunTest {
  @TempDir Path storage;

  @AfterEach
  void nothingRunsOn() {
    assertThat(ProcessHandle.current().children().filter(RunTest::isWorker)).isEmpty();
  }

  /// What fills the cache for later starts may run on for a while.
  private static boolean isWorker(ProcessHandle child) {
    String command = child.info().commandLine().orElse("");
    return child.isAlive() && command.contains("WorkerMain") && !command.contains("AOTCacheOutput");
  }

  private Trainer trainer(TrainLoop<Config> loop, int epochs, String text) {
    return Trainer.of(loop, new Config(epochs, text))
        .scaling(ScalingConfig.workers(2))
        .run(config("test"));
  }

  private RunConfig config(String name) {
    return RunConfig.named(name).storage(storage.toString()).quiet();
  }

  private static TrainingFailed failure(Trainer trainer) {
    return catchThrowableOfType(TrainingFailed.class, trainer::fit);
  }

  @Test
  void everyRankRunsTheFunctionAndRankZeroAnswers() {
    Result result = trainer(Functions::counts, 4, "").fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.returnValue(Answer.class)).contains(new Answer(2, List.of(0, 1, 2, 3), 12));
    assertThat(result.metrics().number("sum")).isEqualTo(12);
    assertThat(result.checkpoints()).hasSize(4);
  }

  @Test
  void threadsOfThisJvmDoTheSame() {
    Result result = trainer(Functions::counts, 4, "").scaling(ScalingConfig.inProcess(3)).fit();
    assertThat(result.returnValue(Answer.class)).contains(new Answer(3, List.of(0, 1, 2, 3), 24));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kill", "exit", "throw"})
  void aRankThatDiesIsTriedAgainFromTheLastCheckpoint(String how) {
    Result result = trainer(Functions::countsAndDiesOnce, 6, how).fit();
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.metrics().number("sum")).isEqualTo(18);
  }

  @Test
  void aRunResumesFromTheMemoryOfTheSurvivorsAndLosesNoCommit() {
    Result result = trainer(Functions::stepsAndDiesTwice, 40, "").fit();
    assertThat(result.attempts()).isEqualTo(3);
    assertThat(result.checkpoints()).isEmpty();
    assertThat(result.returnValue(Steps.class)).contains(new Steps(40, 780.0, "note 39"));
    assertThat(result.history().rows().filter(row -> row.report().rank() == 0))
        .extracting(row -> row.report().metrics().number("step"))
        .hasSizeBetween(38, 42);
  }

  @ParameterizedTest
  @ValueSource(strings = {"kill", "throw"})
  void onlyTheRankThatFailedGetsANewProcess(String how) {
    Result result = trainer(Functions::processes, 3, how).scaling(ScalingConfig.workers(3)).fit();
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.returnValue(Kinship.class)).contains(new Kinship(true, false, true));
  }

  @ParameterizedTest
  @CsvSource({
    "exit, 'exit status 7'",
    "halt, 'exit status 9'",
    "kill, 'signal 9 (SIGKILL)'",
    "segv, 'signal 6 (SIGABRT)'",
    "throw, 'java.lang.IllegalStateException: the cat walked over the keyboard'",
    "heap, 'heap'"
  })
  void anEndThatCannotBeMendedSaysWhatRankDidWhat(String how, String said) {
    Trainer trainer =
        trainer(Functions::endsAs, 0, how)
            .scaling(ScalingConfig.workers(2).heap("64m"))
            .run(config("test").failures(FailureConfig.none()));
    TrainingFailed failed = failure(trainer);
    assertThat(failed).hasMessageContaining("rank 1").hasMessageContaining(said);
    assertThat(failed.result().status()).isEqualTo(RunStatus.FAILED);
    assertThat(failed.result().failure())
        .hasValueSatisfying(f -> assertThat(f.rank()).isEqualTo(1));
  }

  @Test
  void theEndOfTheLogIsInTheError() {
    Trainer trainer =
        trainer(Functions::endsAs, 0, "kill").run(config("test").failures(FailureConfig.none()));
    assertThat(failure(trainer)).hasMessageContaining("this is the last line of rank 1");
  }

  @Test
  void anExceptionBeforeAnyProgressIsNotTriedAgain() {
    TrainingFailed failed = failure(trainer(Functions::endsAs, 0, "throw"));
    assertThat(failed.code()).isEqualTo(ErrorCode.USER);
    assertThat(failed.result().attempts()).isEqualTo(1);
  }

  @Test
  void aFunctionThatNeverReportsFinishes() {
    Result result = trainer(Functions::neverReports, 0, "").fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.metrics()).isEqualTo(Metrics.empty());
    assertThat(result.latestCheckpoint()).isEmpty();
  }

  @Test
  void everyReportOfEveryRankIsKept() {
    Trainer trainer =
        trainer(Functions::reportsAll, 0, "")
            .run(config("test").reduce("loss", ReportReduction.MEAN));
    Result result = trainer.fit();
    assertThat(result.history().rows()).hasSize(6);
    assertThat(result.metricsHistory()).hasSize(3);
    assertThat(result.metrics().number("loss")).isEqualTo(30.5);
    assertThat(result.metrics().text("nested/name")).isEqualTo("x");
    assertThat(csv(result.history())).hasLineCount(7).contains("nested/name");
  }

  private static String csv(History history) {
    var text = new StringBuilder();
    history.writeCsv(text);
    return text.toString();
  }

  @Test
  void aResultReadFromItsPathSaysTheSame() {
    Result result = trainer(Functions::counts, 3, "").fit();
    Result again = Result.fromPath(result.path());
    assertThat(again.metrics()).isEqualTo(result.metrics());
    assertThat(again.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(again.returnValue(Answer.class)).isEqualTo(result.returnValue(Answer.class));
    assertThat(again.checkpoints()).hasSameSizeAs(result.checkpoints());
  }

  @Test
  void aPathWithoutARunIsRefused() {
    assertThatThrownBy(() -> Result.fromPath(storage.toString()))
        .hasMessageContaining("not a run's directory");
  }

  @Test
  void theBestAndTheLatestCheckpointAreKept() {
    Trainer trainer =
        trainer(Functions::explicit, 6, "")
            .run(config("test").checkpoints(CheckpointConfig.keep(1).scoreBy("score", Order.MAX)));
    Result result = trainer.fit();
    assertThat(result.checkpoints())
        .extracting(c -> c.metrics().number("score"))
        .containsExactly(4.0, 0.0);
    assertThat(result.bestCheckpoint().orElseThrow().metrics().number("score")).isEqualTo(4);
    assertThat(result.latestCheckpoint().orElseThrow().checkpoint().metadata())
        .containsEntry("made-by", "test");
  }

  @Test
  void theOldRunsCheckpointStartsANewOne() {
    Result first = trainer(Functions::explicit, 3, "").fit();
    var checkpoint = first.latestCheckpoint().orElseThrow().checkpoint();
    assertThat(first.bestCheckpoint()).as("the best without a score").isEmpty();
    Result second =
        trainer(Functions::explicit, 5, "").run(config("second")).startFrom(checkpoint).fit();
    assertThat(second.metrics().number("from")).isEqualTo(3);
    assertThat(second.checkpoints()).hasSize(2);
  }

  @Test
  void partsOfAllRanksAreOneCheckpoint() {
    Result result = trainer(Functions::parts, 0, "").fit();
    assertThat(result.checkpoints()).hasSize(1);
    var checkpoint = result.latestCheckpoint().orElseThrow().checkpoint();
    assertThat(checkpoint.parts()).isEqualTo(2);
    assertThat(checkpoint.partOf(1).asDirectory(RunTest::shard)).isEqualTo("rank 1");
  }

  private static String shard(Path directory) {
    try {
      return Files.readString(directory.resolve("shard.txt"));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void twoWholeCheckpointsAtOneStepNameBothRanks() {
    TrainingFailed failed = failure(trainer(Functions::parts, 0, "wrong"));
    assertThat(failed)
        .hasMessageContaining("0")
        .hasMessageContaining("1")
        .hasMessageContaining("part()");
  }

  @Test
  @SuppressWarnings("unchecked") // the class of a list
  void ranksKnowTheirPlaceAndTheirEnvironment() {
    Trainer trainer =
        trainer(Functions::facts, 0, "").run(config("facts").environment("GREETING", "hello"));
    List<String> facts = trainer.fit().returnValue(List.class).orElseThrow();
    assertThat(facts)
        .containsExactly("from rank 0", "hello", "facts", "0/2/0/1", "cpu", "has a directory");
  }

  @Test
  void aValidationFunctionRanksCheckpoints() {
    Trainer trainer =
        trainer(Functions::explicit, 3, "")
            .run(
                config("test")
                    .checkpoints(CheckpointConfig.keepAll().scoreBy("validated", Order.MAX)))
            .validation(ValidationConfig.of(Functions::validate));
    Result result = trainer.fit();
    assertThat(result.bestCheckpoint().orElseThrow().metrics().number("validated")).isEqualTo(6);
    assertThat(result.checkpoints())
        .extracting(ReportedCheckpoint::validation)
        .containsOnly(ReportedCheckpoint.Validation.DONE);
  }

  @Test
  void aValidationThatFailsLeavesTrainingAlone() {
    Trainer trainer =
        trainer(Functions::explicit, 1, "")
            .validation(ValidationConfig.of(Functions::cannotValidate));
    Result result = trainer.fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.latestCheckpoint().orElseThrow().validation())
        .isEqualTo(ReportedCheckpoint.Validation.FAILED);
  }

  @Test
  void aLoopMayBeAClassOrANameToo() {
    Result byClass =
        Trainer.of(Functions.AsClass.class, new Config(0, "class")).run(config("test")).fit();
    Result byName =
        Trainer.of(Functions.class.getName(), "counts", new Config(2, ""))
            .run(config("name"))
            .fit();
    assertThat(byClass.metrics().text("text")).isEqualTo("class");
    assertThat(byName.metrics().number("sum")).isEqualTo(2);
  }

  @Test
  void aLambdaThatCapturesIsRefusedBeforeAnythingStarts() {
    String captured = storage.toString();
    assertThatThrownBy(() -> trainer(ctx -> ctx.report(Metrics.of("x", captured)), 0, ""))
        .hasMessageContaining("config");
  }

  @Test
  void aFunctionThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> Trainer.of("no.such.Train", "train", new Config(0, "")))
        .hasMessageContaining("no.such.Train");
  }

  @Test
  void missingGpusFailAtOnceNamingHaveAndWant() {
    var scaling =
        ScalingConfig.workers(2).perWorker(dev.manta.cluster.Resources.cpus(1).withGpus(500));
    assertThat(failure(trainer(Functions::counts, 1, "").scaling(scaling)))
        .hasMessageContaining("want 1000 GPUs, have ");
  }

  @Test
  void listenersHearStatesReportsAndLines() {
    List<String> heard = new CopyOnWriteArrayList<>();
    trainer(Functions::counts, 2, "").run(config("test").listener(new Recorder(heard))).fit();
    assertThat(heard).contains("RUNNING", "FINISHED", "report 2", "checkpoint 2");
  }

  @Test
  void aStorageThatIsAFileIsRefused() throws IOException {
    Path file = Files.writeString(storage.resolve("file"), "x");
    Trainer trainer =
        trainer(Functions::counts, 1, "")
            .run(RunConfig.named("a").storage(file.toString()).quiet());
    assertThatThrownBy(trainer::fit).hasMessageContaining(file.toString());
  }
}
