package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.train.ReportReduction;
import dev.manta.train.RunStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunsCommandTest {
  private static final long NO_PROCESS = 999_999_999;

  @TempDir Path storage;

  private Typed manta(String... words) {
    String[] args = java.util.Arrays.copyOf(words, words.length + 2);
    args[words.length] = "--storage";
    args[words.length + 1] = storage.toString();
    return Typed.manta(args);
  }

  private RunOnDisk digits() throws IOException {
    return new RunOnDisk(storage, "digits")
        .state(RunStatus.STARTING, 1, "2 workers are started")
        .state(RunStatus.RUNNING, 1, "all ranks are ready")
        .metrics(
            "{\"attempt\":1,\"rank\":1,\"metrics\":{\"loss\":9}}",
            "{\"attempt\":1,\"rank\":0,\"metrics\":{\"loss\":0.5}}",
            "{\"attempt\":1,\"rank\":0,\"metrics\":{\"loss\":0.25}}",
            "{\"attempt\":1,\"rank\":1,\"metrics\":{\"loss\":9}}")
        .checkpoint("checkpoint-000005", 0.97);
  }

  @Test
  void runsAreListedWithTheirStateAndLastMetrics() throws IOException {
    digits().state(RunStatus.FINISHED, 1, "every rank returned");
    new RunOnDisk(storage, "other").state(RunStatus.FAILED, 3, "out of retries");

    assertThat(manta("runs").out())
        .contains("NAME    STATUS    ATTEMPTS  CHANGED")
        .containsPattern("digits  finished  1 .* loss 0.2500\n")
        .containsPattern("other   failed    3 ")
        .endsWith("in " + storage + "\n");
  }

  @Test
  void aMetricThatIsReducedIsListedAsTheLastStepThatAllRanksHaveReported() throws IOException {
    new RunOnDisk(storage, "digits")
        .state(RunStatus.RUNNING, 1, "all ranks are ready")
        .reducing("rows", ReportReduction.SUM)
        .metrics(
            "{\"attempt\":1,\"rank\":0,\"step\":1,\"metrics\":{\"rows\":1}}",
            "{\"attempt\":1,\"rank\":1,\"step\":1,\"metrics\":{\"rows\":2}}",
            "{\"attempt\":1,\"rank\":0,\"step\":2,\"metrics\":{\"rows\":10}}",
            "{\"attempt\":1,\"rank\":1,\"step\":2,\"metrics\":{\"rows\":7}}",
            "{\"attempt\":1,\"rank\":0,\"step\":3,\"metrics\":{\"rows\":30}}");

    assertThat(manta("runs").out()).containsPattern("digits  running .* rows 17.00\n");
    assertThat(manta("show", "digits").out()).contains("metrics   rows 17.00");
  }

  @Test
  void aMachineGetsOneObjectPerRun() throws IOException {
    digits();
    JsonObject line = Json.parse(manta("runs", "--json").out().strip()).asObject();

    assertThat(line.get("name").asText()).isEqualTo("digits");
    assertThat(line.get("status").asText()).isEqualTo("running");
    assertThat(line.get("metrics").asObject().get("loss").asDouble()).isEqualTo(0.25);
  }

  @Test
  void aRunWhoseDriverIsGoneWasInterrupted() throws IOException {
    digits().driver(NO_PROCESS);

    assertThat(manta("runs").out()).contains("digits  interrupted  1 ");
  }

  @Test
  void aRunWhoseDriverIsGoneSaysSoAndHowToResumeIt() throws IOException {
    digits().driver(NO_PROCESS);

    assertThat(manta("show", "digits").out())
        .startsWith(
            "digits  interrupted: its driver is gone; to resume from checkpoint checkpoint-000005"
                + " at step 5, start it again under this name: manta run --name digits, or"
                + " RunConfig.named(\"digits\") in the program");
  }

  @Test
  void workersThatAreGoneWithTheirDriverDoNotTrain() throws IOException {
    new RunOnDisk(storage, "digits").training(NO_PROCESS).driver(NO_PROCESS);

    assertThat(manta("show", "digits").out())
        .containsPattern("rank 0 +w0 .*pid 999999999 +gone")
        .doesNotContain("training");
  }

  @Test
  void anEmptyStorageSaysWhatToDo() {
    assertThat(manta("runs").out())
        .isEqualTo("no runs in " + storage + "; `manta demo` makes one\n");
  }

  @Test
  void aRunWhoseClockWasSetBackDidNotEndAfterLessThanNothing() throws IOException {
    digits().clockSetBack(Duration.ofDays(400)).state(RunStatus.FINISHED, 1, "every rank returned");

    assertThat(manta("show", "digits").out())
        .contains("ended before that, as the clock was set back")
        .doesNotContain("ended after -");
  }

  @Test
  void aSegmentOfMetricsThatWasRemovedIsNamedAndTheRestIsShown() throws IOException {
    Path metrics = digits().directory.resolve("metrics");
    Files.copy(metrics.resolve("000000000001.jsonl"), metrics.resolve("000000000004.jsonl"));

    assertThat(manta("show", "digits").out())
        .contains("metrics   loss 0.2500")
        .contains("missing   " + metrics.resolve("000000000002.jsonl") + " and 1 more");
  }

  @Test
  void aRunIsShownWithWhatHappenedAndWhy() throws IOException {
    digits().state(RunStatus.FINISHED, 1, "every rank returned");

    assertThat(manta("show", "digits").out())
        .contains("digits  finished: every rank returned")
        .contains("function  com.acme.Train::train")
        .contains("config    {\"lr\":0.1}")
        .contains("last in   rank 1 75 %, rank 0 25 % of all collectives")
        .contains("metrics   loss 0.2500")
        .contains("results   " + storage.resolve("digits"))
        .containsPattern("starting +attempt 1 +2 workers are started")
        .containsPattern("finished +attempt 1 +every rank returned")
        .doesNotContain("took control");
  }

  @Test
  void allRecordsAreShownWhenAskedFor() throws IOException {
    digits();

    assertThat(manta("show", "digits", "--all").out())
        .contains("process 1 on here took control", "checkpoint-000005 is committed");
  }

  @Test
  void aDamagedCheckpointIsShownWithWhatIsWrong() throws IOException {
    new RunOnDisk(storage, "torn").state(RunStatus.FAILED, 1, "x").checkpoint("c1", 1, "w is gone");
    assertThat(manta("show", "torn").out()).contains("c1  step 5  damaged: w is gone");
  }

  @Test
  void checkpointsAreShownWithTheirMetrics() throws IOException {
    digits();

    assertThat(manta("show", "digits").out())
        .contains("checkpoint-000005  step 5  accuracy 0.9700");
  }

  @Test
  void theCheckpointThatAnAttemptStartedFromIsShownAsInUse() throws IOException {
    RunOnDisk run = new RunOnDisk(storage, "digits").training(NO_PROCESS);
    run.checkpoint("checkpoint-000005", 0.97).checkpoint("checkpoint-000006", 0.98);

    assertThat(manta("show", "digits").out())
        .contains("accuracy 0.9700  (attempt 1 started from it: kept until that ends)\n")
        .contains("accuracy 0.9800\n");
  }

  @Test
  void aMachineGetsTheWholePage() throws IOException {
    digits();
    JsonObject page = Json.parse(manta("show", "digits", "--json").out().strip()).asObject();

    assertThat(page.get("run").asObject().get("name").asText()).isEqualTo("digits");
    assertThat(Instant.parse(page.get("created").asText())).isEqualTo(RunOnDisk.START);
    assertThat(page.get("checkpoints").asArray().items()).hasSize(1);
    assertThat(page.get("history").asArray().items()).hasSize(2);
    assertThat(page.get("lastIntoCollectives").asArray().items()).hasSize(2);
  }

  @Test
  void aRunThatCannotBeReadIsListedAsSuchAndHidesNoOther() throws IOException {
    digits();
    Path runFile = damaged("torn", "run.json");
    Path record = damaged("garbled", "control/000000000001.json");
    Typed typed = manta("runs");

    assertThat(typed.exitCode()).isEqualTo(0);
    assertThat(typed.out())
        .containsPattern("digits +running +1 ")
        .containsPattern("torn +unreadable .*" + runFile)
        .containsPattern("garbled +unreadable .*" + record);
  }

  @Test
  void aMachineIsToldWhyARunCannotBeRead() throws IOException {
    Path file = damaged("torn", "run.json");
    JsonObject line = Json.parse(manta("runs", "--json").out().strip()).asObject();

    assertThat(line.get("status").asText()).isEqualTo("unreadable");
    assertThat(line.get("problem").asText()).contains(file.toString());
  }

  @Test
  void showingARunThatCannotBeReadNamesTheFile() throws IOException {
    Path file = damaged("torn", "run.json");
    Typed typed = manta("show", "torn");

    assertThat(typed.exitCode()).isEqualTo(1);
    assertThat(typed.err()).startsWith("manta: the run file " + file + " is damaged");
  }

  @Test
  void aRunThatCannotBeReadDoesNotHideThatAnotherIsMissing() throws IOException {
    damaged("torn", "run.json");

    assertThat(manta("show", "nosuch").err()).startsWith("manta: no run \"nosuch\"");
  }

  @Test
  void aDamagedReportIsPassedOver() throws IOException {
    digits().metrics("{\"rank\":0,\"metrics\":{\"loss\":0.5}}", "{\"metrics\":1}");

    assertThat(manta("runs").out()).contains("loss 0.5000");
  }

  private Path damaged(String run, String file) throws IOException {
    Path path = new RunOnDisk(storage, run).directory.resolve(file);
    return Files.writeString(path, "{");
  }

  @Test
  void aRunMayBeGivenByItsPath() throws IOException {
    RunOnDisk digits = digits();

    assertThat(Typed.manta("show", digits.directory.toString()).exitCode()).isEqualTo(0);
  }

  @Test
  void aRunThatIsNotThereIsAnErrorThatNamesThoseThatAre() throws IOException {
    digits();
    Typed typed = manta("show", "digit");

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err())
        .isEqualTo("manta: no run \"digit\" in " + storage + "; the latest are digits\n");
  }

  @Test
  void logsArePrintedByRankInTheOrderOfTheirWorkers() throws IOException {
    digits()
        .log("rank-1-w1.log", "b\n")
        .log("rank-0-w10.log", "second\n")
        .log("rank-0-w2.log", "first\nlast words");

    assertThat(manta("logs", "digits").out())
        .isEqualTo("[rank 0] first\n[rank 0] second\n[rank 1] b\n[rank 0] last words\n");
    assertThat(manta("logs", "digits", "--rank", "1").out()).isEqualTo("b\n");
  }

  @Test
  void logsOfARunOnAnotherMachineAreReadFromItsStorage() throws IOException {
    digits().state(RunStatus.FINISHED, 1, "every rank returned");
    var elsewhere = MemoryStorage.shared();
    Location to = Location.parse("mem:runs-command-test");
    Location from = Location.of(storage);
    try {
      for (Entry entry : new LocalStorage().list(from)) {
        byte[] bytes = new LocalStorage().read(entry.at());
        elsewhere.put(to.resolve(entry.at().relativeTo(from)), ByteSource.of(bytes));
      }
      Location logs = to.resolve("digits/logs");
      elsewhere.put(logs.resolve("rank-1-w1.log/000000000001.log"), text("b\n"));
      elsewhere.put(logs.resolve("rank-0-w0.log/000000000001.log"), text("a\nlast words"));

      assertThat(Typed.manta("logs", "digits", "--storage", to.toString()).out())
          .isEqualTo("[rank 0] a\n[rank 1] b\n[rank 0] last words\n");
      assertThat(Typed.manta("logs", "digits", "--storage", to.toString(), "--rank", "7").err())
          .startsWith("manta: rank 7 of digits has printed nothing in " + logs);
    } finally {
      elsewhere.deletePrefix(to);
    }
  }

  private static ByteSource text(String text) {
    return ByteSource.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void followingEndsWithTheRun() throws IOException {
    digits().state(RunStatus.FINISHED, 1, "every rank returned").log("rank-0-w0.log", "a\n");

    assertThat(manta("logs", "digits", "--follow").out()).isEqualTo("[rank 0] a\n");
  }

  @Test
  void aRankWithoutALogIsNamed() throws IOException {
    digits();

    assertThat(manta("logs", "digits", "--rank", "7").err())
        .startsWith("manta: rank 7 of digits has printed nothing in ");
  }

  @Test
  void whatWasSaidFromOutsideIsShownAmongTheChanges() throws IOException {
    digits().noticed("rank 1 will be taken away in 5.0 s, says SIGTERM");

    assertThat(manta("show", "digits").out())
        .startsWith("digits  running: rank 1 will be taken away in 5.0 s, says SIGTERM")
        .containsPattern("attempt 1 +rank 1 will be taken away");
  }

  @Test
  void eventsThatShareARecordAreShownOneByOne() throws IOException {
    new RunOnDisk(storage, "digits").trainedAndStopped("ranks are in", "asked by manta stop");
    for (String[] arguments : new String[][] {{"show", "digits"}, {"show", "digits", "--all"}}) {
      assertThat(manta(arguments).out())
          .containsSubsequence("running", "ranks are in", "stopping", "asked by manta stop");
    }
  }

  @Test
  void aMachineGetsWhatTheTimeWasSpentOn() throws IOException {
    digits();
    JsonObject page = Json.parse(manta("show", "digits", "--json").out().strip()).asObject();

    assertThat(page.get("seconds").asObject().get("useful").asDouble()).isGreaterThan(100);
    assertThat(page.get("late").asArray()).isEmpty();
  }

  @Test
  void aRankThatCannotBeIsRefused() throws IOException {
    digits();
    Typed typed = manta("preempt", "digits", "--rank", "-1");

    assertThat(typed.exitCode()).isNotZero();
    assertThat(typed.err()).contains("there is no rank -1");
  }

  @Test
  void whatHasFinishedCannotBePreempted() throws IOException {
    digits().state(RunStatus.FINISHED, 1, "every rank returned");

    assertThat(manta("preempt", "digits").err())
        .contains("digits is not under way: it has finished");
  }
}
