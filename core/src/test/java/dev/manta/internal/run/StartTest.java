package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.Limits;
import dev.manta.internal.run.state.RunSettings;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Worker;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Deaths while a group starts.
class StartTest {
  private static final Duration SETTLE = Limits.DEFAULT.settle();

  /// Three workers were started; the first has reported in and dies, the others are on their way.
  private static Story firstDies(RunSettings settings) {
    Story story = Story.of(settings).begin(1).prepared("");
    return story.happens(new Event.WorkerUp("w0", 1)).dies(0);
  }

  private static Story restarts() {
    return firstDies(Story.settings(3)).rings(OfRun.SETTLE, SETTLE);
  }

  private static List<String> ids(Story story) {
    return story.state.group().stream().map(Worker::id).toList();
  }

  private static List<Integer> attemptsJoined(Story story, String worker) {
    return story.all(Effect.SendJoin.class).stream()
        .filter(join -> join.worker().equals(worker))
        .map(Effect.SendJoin::attempt)
        .toList();
  }

  @Test
  void whoHasNotReportedInYetIsKeptAndOnlyTheDeadRankIsReplaced() {
    Story story = restarts().prepared("");
    assertThat(story.all(Effect.Kill.class)).isEmpty();
    assertThat(ids(story)).containsExactly("w3", "w1", "w2");
    assertThat(story.last.reason()).isEqualTo("attempt 2 starts with 3 workers (1 of them new)");
    story.joined();
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(attemptsJoined(story, "w1")).containsExactly(2);
    assertThat(attemptsJoined(story, "w2")).containsExactly(2);
  }

  @Test
  void whoReportsInBetweenTwoAttemptsWaitsForTheNext() {
    Story story = firstDies(Story.settings(3)).happens(new Event.WorkerUp("w1", 2));
    story.rings(OfRun.SETTLE, SETTLE).happens(new Event.WorkerUp("w2", 3));
    assertThat(story.all(Effect.SendJoin.class)).hasSize(1);
    story.prepared("");
    assertThat(attemptsJoined(story, "w1")).containsExactly(2);
    assertThat(attemptsJoined(story, "w2")).containsExactly(2);
    assertThat(story.joined().status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void whoDiesOnItsWayBetweenTwoAttemptsUsesNoRetry() {
    Story story = restarts().lost("w2", new Exit.Signal(9, "SIGKILL")).prepared("");
    assertThat(ids(story)).containsExactly("w3", "w1", "w4");
    assertThat(story.state.budget().used()).isEqualTo(1);
    assertThat(story.joined().status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void whoIsOnItsWayIsNotTakenForOneThatDoesNotLeaveItsFunction() {
    RunSettings patient = Story.with(Story.settings(3), FailureConfig.retries(3));
    Story story = firstDies(patient).rings(OfRun.UNWIND, Limits.DEFAULT.unwind());
    assertThat(story.all(Effect.Kill.class)).isEmpty();
  }

  @Test
  void whoIsOnItsWayEndsWithItsRun() {
    Story story = firstDies(Story.with(Story.settings(3), FailureConfig.none()));
    story.rings(OfRun.SETTLE, SETTLE);
    assertThat(story.all(Effect.Kill.class))
        .extracting(Effect.Kill::worker)
        .containsExactly("w1", "w2");
    assertThat(story.endsWhoWasTold().status()).isEqualTo(RunStatus.FAILED);
  }

  @Test
  void aProcessThatNeverReportsInIsStillReplacedInTime() {
    Story story = restarts().prepared("");
    story.happens(new Event.WorkerUp("w1", 2)).happens(new Event.WorkerUp("w3", 3));
    story.rings(OfRun.START, Limits.DEFAULT.start());
    assertThat(story.all(Effect.Kill.class)).extracting(Effect.Kill::worker).contains("w2");
    assertThat(story.state.trouble().orElseThrow().causes())
        .extracting(cause -> cause.failure().what())
        .anySatisfy(what -> assertThat(what).contains("did not report in"));
  }

  @Test
  void aControllerThatWasHeldUpItselfGivesWorkersTheirTimeAgain() {
    Story story = restarts().prepared("");
    story.happens(new Event.WorkerUp("w1", 2));
    story.rings(OfRun.START, Limits.DEFAULT.start().plusMinutes(3));
    assertThat(story.all(Effect.Kill.class)).isEmpty();
    story.rings(OfRun.START, Limits.DEFAULT.start());
    assertThat(story.all(Effect.Kill.class)).isNotEmpty();
  }
}
