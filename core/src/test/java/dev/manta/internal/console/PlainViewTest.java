package dev.manta.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.train.Failure;
import dev.manta.train.Metrics;
import dev.manta.train.ReportReduction;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class PlainViewTest {
  private final Heard heard = new Heard();
  private final List<String> lines = new ArrayList<>();
  private final Console console =
      new Console("digits", new PlainView(lines::add), new Colours(false), heard);

  @Test
  void aWholeRunIsToldInAFewLines() {
    console.state(heard.state(RunStatus.STARTING, 1, "2 workers are started"));
    console.state(heard.state(RunStatus.RUNNING, 1, "all ranks are ready"));
    console.report(heard.report(0, 1, Metrics.of("loss", 0.51234, "epoch", 0)));
    console.line(1, "hello\tfrom a worker");
    heard.pass(Duration.ofSeconds(3));
    console.report(heard.report(0, 2, Metrics.of("loss", 0.25, "epoch", 1)));
    console.state(heard.state(RunStatus.FINISHED, 1, "every rank returned"));
    console.end(Heard.ending(RunStatus.FINISHED, Optional.empty()));
    console.close();

    assertThat(lines)
        .containsExactly(
            "digits: starting: 2 workers are started",
            "digits: running",
            "digits: step 1  loss 0.5123  epoch 0",
            "[rank 1] hello    from a worker",
            "digits: step 2  loss 0.2500  epoch 1",
            "digits: finished: every rank returned",
            "digits finished in 3.0 s: 2 reports, 1 attempt",
            "  last     loss 0.2500  epoch 1",
            "  best     000003 (accuracy 0.9722)",
            "  latest   000004",
            "  results  /runs/digits",
            "  next     manta show digits");
  }

  @Test
  void manyReportsASecondBecomeTwoLinesASecondAndTheLastIsNeverLost() {
    for (int step = 1; step <= 100; step++) {
      console.report(heard.report(0, step, Metrics.of("loss", 1)));
      heard.pass(Duration.ofMillis(10));
    }
    console.close();

    assertThat(lines)
        .containsExactly(
            "digits: step 1  loss 1", "digits: step 51  loss 1", "digits: step 100  loss 1");
  }

  @Test
  void aHeldReportIsShownWhenTimeHasPassed() {
    console.report(heard.report(0, 1, Metrics.of("loss", 1)));
    console.report(heard.report(0, 2, Metrics.of("loss", 1)));
    heard.pass(Duration.ofMillis(500));
    console.tick();

    assertThat(lines).containsExactly("digits: step 1  loss 1", "digits: step 2  loss 1");
  }

  @Test
  void rankZeroHasTheFirstWord() {
    console.report(heard.report(1, 1, Metrics.of("loss", 1)));
    heard.pass(Duration.ofMillis(100));
    console.report(heard.report(0, 1, Metrics.of("loss", 2)));
    heard.pass(Duration.ofMillis(400));
    console.tick();

    assertThat(lines).containsExactly("digits: step 1  loss 2");
  }

  @Test
  void onlyTheLowestRankThatReportsIsShown() {
    console.report(heard.report(1, 1, Metrics.of("loss", 1)));
    heard.pass(Duration.ofSeconds(1));
    console.tick();
    console.report(heard.report(0, 1, Metrics.of("loss", 2)));
    heard.pass(Duration.ofSeconds(1));
    console.report(heard.report(1, 2, Metrics.of("loss", 3)));
    console.tick();

    assertThat(lines).containsExactly("digits: step 1  loss 1", "digits: step 1  loss 2");
  }

  @Test
  void aRankThatIsBehindTheOneThatWasShownDoesNotTakeStepsBack() {
    console.report(heard.report(1, 3, Metrics.of("loss", 1)));
    heard.pass(Duration.ofSeconds(1));
    console.tick();
    for (int step = 1; step <= 4; step++) {
      console.report(heard.report(0, step, Metrics.of("loss", 2)));
      heard.pass(Duration.ofSeconds(1));
      console.tick();
    }

    assertThat(lines)
        .containsExactly(
            "digits: step 3  loss 1", "digits: step 3  loss 2", "digits: step 4  loss 2");
  }

  @Test
  void ofThousandsOfMetricsALineShowsAFewAndSaysHowManyMoreThereAre() {
    Map<String, Double> many = new TreeMap<>();
    for (int i = 0; i < 10_000; i++) {
      many.put("m" + (10_000 + i), 0.5);
    }
    console.report(heard.report(0, 1, Metrics.of(many)));

    assertThat(lines.getFirst())
        .startsWith("digits: step 1  m10000 0.5000  m10001")
        .endsWith("m10009 0.5000  … and 9,990 more");
  }

  private Console reducing() {
    return new Console(
        "digits",
        new PlainView(lines::add),
        new Colours(false),
        heard,
        Map.of("rows", ReportReduction.SUM));
  }

  @Test
  void aMetricThatIsReducedIsShownOnceAllRanksHaveReportedTheStep() {
    Console reducing = reducing();
    reducing.state(heard.state(RunStatus.RUNNING, 1, "", "training", "training"));
    reducing.report(heard.report(0, 1, Metrics.of("rows", 10, "loss", 1)));
    heard.pass(Duration.ofSeconds(1));
    reducing.tick();
    reducing.report(heard.report(0, 2, Metrics.of("rows", 10, "loss", 2)));
    heard.pass(Duration.ofSeconds(1));
    reducing.report(heard.report(1, 1, Metrics.of("rows", 7, "loss", 3)));
    heard.pass(Duration.ofSeconds(1));
    reducing.report(heard.report(1, 2, Metrics.of("rows", 8, "loss", 4)));
    reducing.end(Heard.ending(RunStatus.FINISHED, Optional.empty()));
    reducing.close();

    assertThat(lines)
        .startsWith(
            "digits: running",
            "digits: step 1  rows 17.00  loss 1",
            "digits: step 2  rows 18.00  loss 2")
        .contains("  last     rows 18.00  loss 2");
  }

  @Test
  void aRankThatSaysTooLateWhatAStepWasDoesNotTakeItBack() {
    Console reducing = reducing();
    reducing.state(heard.state(RunStatus.RUNNING, 1, "", "training", "training"));
    reducing.report(heard.report(0, 2, Metrics.of("rows", 10)));
    reducing.report(heard.report(1, 2, Metrics.of("rows", 8)));
    reducing.report(heard.report(1, 1, Metrics.of("rows", 7)));
    reducing.end(Heard.ending(RunStatus.FINISHED, Optional.empty()));
    reducing.close();

    assertThat(lines).contains("  last     rows 18.00");
  }

  @Test
  void whereOnlyOneRankReportsItsStepsAreShownAfterAWhile() {
    Console reducing = reducing();
    reducing.state(heard.state(RunStatus.RUNNING, 1, "", "training", "training"));
    reducing.report(heard.report(0, 1, Metrics.of("rows", 10)));
    heard.pass(Duration.ofSeconds(9));
    reducing.tick();
    assertThat(lines).containsExactly("digits: running");
    heard.pass(Duration.ofSeconds(1));
    reducing.tick();
    assertThat(lines).endsWith("digits: step 1  rows 10.00");
  }

  @Test
  void whatIsMissingWhenTheRunEndsHoldsUpNoLastWord() {
    Console reducing = reducing();
    reducing.state(heard.state(RunStatus.RUNNING, 1, "", "training", "training"));
    reducing.report(heard.report(0, 1, Metrics.of("rows", 10)));
    reducing.close();
    assertThat(lines).endsWith("digits: step 1  rows 10.00");
  }

  @Test
  void aFailureIsShownInFullAndTheNextAttemptSaysWhy() {
    console.failure(heard.failure());
    console.state(heard.state(RunStatus.RESTARTING, 2, "rank 1 died; 2 retries are left"));
    console.warning("4 workers share 2 cores");

    assertThat(lines)
        .containsExactly(
            "rank 1 (w1 on here) was killed by signal 9 (SIGKILL)",
            "last lines of its log:",
            "  loading",
            "  epoch 3",
            "digits: restarting, attempt 2: rank 1 died; 2 retries are left",
            "warning: 4 workers share 2 cores");
  }

  @Test
  void aStackIsShownOnceAndInShortWithoutTheLogThatTellsItToo() {
    String frames = "    at a.B.c(B.java:1)\n".repeat(7);
    Failure thrown =
        heard.threw("java.io.IOException: gone\n" + frames + "which became X\n" + frames);
    console.failure(thrown);
    console.failure(thrown);

    List<String> five = Collections.nCopies(5, "    at a.B.c(B.java:1)");
    List<String> expected = new ArrayList<>(List.of("rank 1 (w1 on here) threw X"));
    expected.addAll(five);
    expected.addAll(List.of("    … more with --debug, and in the log", "which became X"));
    expected.addAll(five);
    expected.addAll(List.of("    … more with --debug, and in the log", expected.getFirst()));
    assertThat(lines).isEqualTo(expected);
  }

  @Test
  void whatIsWorthKnowingIsNoWarning() {
    console.note("run digits resumes from checkpoint c1");
    assertThat(lines).containsExactly("run digits resumes from checkpoint c1");
  }

  @Test
  void aFailedRunEndsWithItsErrorAndTheWayToItsLogs() {
    console.state(heard.state(RunStatus.RUNNING, 1, "all ranks are ready", "training"));
    console.end(Heard.ending(RunStatus.FAILED, Optional.of("rank 1 threw\nat line 3")));
    console.close();

    assertThat(lines)
        .contains("digits failed after 0.0 s: rank 1 threw")
        .endsWith("  next     manta logs digits");
  }

  @Test
  void aRunThatFailedBeforeItHadWorkersSaysWhyOnceAndHasNoLogs() {
    console.state(heard.state(RunStatus.FAILED, 1, "2 GPUs are wanted, there are 0"));
    console.end(Heard.ending(RunStatus.FAILED, Optional.of("2 GPUs are wanted, there are 0")));
    console.close();

    assertThat(lines)
        .filteredOn(line -> line.contains("GPUs"))
        .containsExactly("digits failed after 0.0 s: 2 GPUs are wanted, there are 0");
    assertThat(lines).endsWith("  next     manta show digits");
  }

  @Test
  void aStoppedRunResumesFromItsLatestCheckpoint() {
    console.end(Heard.ending(RunStatus.STOPPED, Optional.empty()));
    console.close();

    assertThat(lines).last().asString().endsWith("resumes from the latest checkpoint");
  }

  @Test
  void aStoppedRunWithoutACheckpointResumesFromTheBeginning() {
    console.end(Heard.endingWithoutCheckpoint(RunStatus.STOPPED));
    console.close();

    assertThat(lines).last().asString().endsWith("resumes from the beginning");
  }

  @Test
  void aStoppedRunThatTheSameCommandDoesNotFindSaysWhatDoes() {
    console.end(Heard.stoppedWithoutAName(Optional.of("000004")));
    console.close();

    assertThat(lines)
        .last()
        .asString()
        .endsWith(
            "to resume from the latest checkpoint type: manta run --name digits --loop a.B::c");
  }

  @Test
  void withoutANameAndACheckpointThereIsNothingToResume() {
    console.end(Heard.stoppedWithoutAName(Optional.empty()));
    console.close();

    assertThat(lines)
        .last()
        .asString()
        .endsWith("the same command again begins a new run; this one has no checkpoint");
  }

  @Test
  void nothingIsShownAfterTheEnd() {
    console.close();
    console.line(0, "late");
    console.report(heard.report(0, 1, Metrics.of("loss", 1)));
    console.close();

    assertThat(lines).isEmpty();
  }

  @Test
  void aWarningThatComesAgainAndAgainIsSaidEverMoreSeldom() {
    for (int i = 0; i < 126; i++) {
      console.warning("rank 1 keeps the others waiting in allReduce for " + (5 + i % 3) + " s");
    }
    console.warning("another one");

    assertThat(lines).hasSize(8);
    assertThat(lines.getFirst())
        .isEqualTo("warning: rank 1 keeps the others waiting in allReduce for 5 s");
    assertThat(lines)
        .contains("warning: rank 1 keeps the others waiting in allReduce for 5 s (64 times by now)")
        .doesNotHaveDuplicates()
        .endsWith("warning: another one");
  }

  @Test
  void whatAUserReportsNeitherMovesTheCursorNorFillsTheScreen() {
    console.report(heard.report(0, 1, Metrics.of("note", "\u001b[2Jx" + "y".repeat(100_000))));
    console.warning("two\nlines");
    console.close();

    assertThat(lines.getFirst()).startsWith("digits: step 1  note xyyy").endsWith("y…");
    assertThat(lines.getFirst().length()).isLessThan(300);
    assertThat(lines.getLast()).isEqualTo("warning: twolines");
  }

  @Test
  void aClockThatIsSetBackDoesNotMakeARunShorterThanNothing() {
    heard.pass(Duration.ofDays(-400));
    console.end(Heard.ending(RunStatus.FINISHED, Optional.empty()));
    console.close();

    assertThat(lines.getFirst()).isEqualTo("digits finished in 0.0 s: 0 reports, 1 attempt");
  }
}
