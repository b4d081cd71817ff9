package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.run.RunDiagnosis.Finding;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.NoticedRanks;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RunDiagnosisTest {
  private static final HeldCommit HELD = new HeldCommit(40, true, 7, 40, 2, 2);

  private static List<Finding> why(Story story) {
    return RunDiagnosis.of("digits", story.state, true, story.now());
  }

  private static String what(Story story) {
    return why(story).stream().map(Finding::what).collect(Collectors.joining("\n"));
  }

  private static String next(List<Finding> findings) {
    return findings.stream()
        .map(Finding::nextStep)
        .flatMap(Optional::stream)
        .collect(Collectors.joining("\n"));
  }

  @Test
  void aRunThatTrainsWaitsForNothing() {
    assertThat(what(Story.running(2).progress(0, 12)))
        .isEqualTo("it trains at step 12, and waits for nothing");
  }

  @Test
  void aRunThatStartsSaysWhoseProcessItWaitsFor() {
    Story story = Story.of(Story.settings(2)).begin(1).prepared("");
    story.happens(new Event.WorkerUp(story.worker(0), 1000));
    assertThat(what(story))
        .contains("it waits for the process of rank 1 (on here) to start")
        .contains("it waits for rank 0 (on here, pid 1000) to load its code and join")
        .contains("the attempt is given up in ");
  }

  @Test
  void aLateRankIsNamedWithWhereItIsAndHowToSeeMore() {
    Story story = Story.running(2);
    story.happens(new Event.Waiting(1, "w0", "allReduce", 6000, List.of(1)));
    story.happens(
        new Event.Stacks(
            1,
            "w1",
            "rank-1 RUNNABLE\n  at java.lang.Object.wait(Object.java)\n  at com.acme.Digits.load(Digits.java:7)"));
    assertThat(what(story))
        .isEqualTo(
            "rank 1 keeps the others waiting in allReduce for 6 s; its function is at com.acme.Digits.load(Digits.java:7)");
    assertThat(next(why(story))).isEqualTo("see where it is: manta stack digits --rank 1");
  }

  @Test
  void aRunThatRestartsSaysWhatFailedAndWhenTheNextAttemptBegins() {
    Story story = Story.running(2).dies(1);
    assertThat(what(story))
        .contains("attempt 1 has failed: rank 1 ")
        .contains("it waits for rank 0 (on here, pid 1000) to leave its function");
    story.unwinds(0, HELD).joined().dies(1).unwinds(0, HELD);
    assertThat(what(story)).contains("the next attempt begins in ");
  }

  @Test
  void aRunThatStopsSaysWhomItWaitsForAndHowToHurry() {
    Story story = Story.running(2).stop(false);
    assertThat(what(story))
        .startsWith("it was told to stop by ")
        .contains("to finish its step and leave its function");
    assertThat(next(why(story))).isEqualTo("`manta stop digits --now` ends it at once");
  }

  @Test
  void aCheckpointThatIsPutTogetherSaysWhosePartsAreMissing() {
    assertThat(what(Story.running(3).part(0, 1, 4, false).part(2, 1, 4, false)))
        .isEqualTo("the checkpoint of step 4 waits for parts of ranks 1");
  }

  @Test
  void aNoticeSaysWhoWillBeTakenAway() {
    Story story = Story.running(2);
    story.happens(
        new Event.Noticed(new NoticedRanks.Some(List.of(1)), Duration.ofSeconds(30), "the cloud"));
    assertThat(what(story)).contains("rank 1 will be taken away in 30 s");
  }

  @Test
  void aRunWithoutADriverSaysWhereItResumes() {
    Story story = Story.running(2).commit(1, 4);
    List<Finding> findings = RunDiagnosis.of("digits", story.state, false, story.now());
    assertThat(findings).extracting(Finding::what).containsExactly("its driver is gone");
    assertThat(next(findings))
        .startsWith("start it again under this name: it resumes from step 4 (");
  }

  @Test
  void aRunThatHasEndedSaysHow() {
    Story story = Story.running(1).returns(0).endsWhoWasTold();
    assertThat(what(story)).isEqualTo("it has finished, and waits for nothing");
  }
}
