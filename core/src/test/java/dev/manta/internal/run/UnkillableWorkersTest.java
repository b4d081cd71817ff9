package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.RankPart;
import dev.manta.internal.run.state.RunSettings;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Timer;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.ValidationRules;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.run.state.WorkerPhase;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// Processes that were killed and do not end: in uninterruptible sleep, or in a frozen cgroup.
class UnkillableWorkersTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /// A run whose rank 1 has stopped answering and was killed.
  private static Story frozen() {
    Story story = Story.running(2).progress(0, 5);
    for (int tick = 0; tick < 8; tick++) {
      story.passes(Duration.ofMillis(500)).tick("w0");
    }
    return story.unwinds(0).rings(OfRun.SETTLE, Duration.ofMillis(200));
  }

  @Test
  void aKilledWorkerThatDoesNotEndDoesNotHoldUpTheRestart() {
    Story story = frozen();
    assertThat(story.status()).isEqualTo(RunStatus.RESTARTING);
    story.rings(new Timer.Gone("w1"), LIMIT);
    assertThat(story.state.attempt()).isEqualTo(2);
    assertThat(story.run("").status()).isEqualTo(RunStatus.RUNNING);
    assertThat(story.state.group()).extracting(Worker::id).containsExactly("w0", "w2");
  }

  @Test
  void aKilledWorkerThatDoesNotEndDoesNotKeepAFinishedRunFromEnding() {
    Story story = Story.running(2).returns(0).returns(1).lost("w0", new Exit.Status(0));
    story.rings(OfRun.LEAVE, Duration.ofSeconds(5)).rings(new Timer.Gone("w1"), LIMIT);
    assertThat(story.status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void aFrozenSpareDoesNotKeepAFinishedRunFromEnding() {
    FailureConfig spares = FailureConfig.retries(3).spares(1);
    Story story = Story.running(Story.with(Story.settings(1), spares));
    story.rings(OfRun.SPARES, Duration.ofSeconds(2)).happens(new Event.WorkerUp("w1", 7));
    story.returns(0).lost("w0", new Exit.Status(0));
    story.rings(OfRun.LEAVE, Duration.ofSeconds(5)).rings(new Timer.Gone("w1"), LIMIT);
    assertThat(story.status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void aSecondStopEndsTheRunWithinSecondsThoughAWorkerDoesNotEnd() {
    Story story = Story.running(1).stop(false).stop(true);
    story.rings(new Timer.Gone("w0"), Duration.ofSeconds(2));
    assertThat(story.status()).isEqualTo(RunStatus.STOPPED);
  }

  @Test
  void aStopWhileTheRunWaitsForAKilledWorkerEndsItWithinSeconds() {
    Story story = Story.running(1);
    for (int tick = 0; tick < 8; tick++) {
      story.tick();
    }
    story.rings(OfRun.SETTLE, Duration.ofMillis(200)).stop(false);
    story.rings(new Timer.Gone("w0"), Duration.ofSeconds(2));
    assertThat(story.status()).isEqualTo(RunStatus.STOPPED);
  }

  @Test
  void aValidationProcessThatDoesNotEndDoesNotKeepAFinishedRunFromEnding() {
    Story story = Story.running(Story.validated(Story.settings(1))).commit(1, 5).returns(0);
    story.endsWhoWasTold().rings(OfRun.VALIDATION, Duration.ofMinutes(1));
    story.rings(new Timer.Gone("v1-1"), LIMIT);
    assertThat(story.status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void anEarlierControllersWorkerThatDoesNotEndDoesNotHoldUpTheNextController() {
    Story story = Story.running(1).begin(2).rings(new Timer.Gone("w0"), Duration.ofSeconds(15));
    assertThat(story.state.attempt()).isEqualTo(2);
  }

  @Test
  void whoIsGivenUpIsNamedWithItsProcess() {
    Story story = frozen().rings(new Timer.Gone("w1"), LIMIT);
    assertThat(story.all(Effect.GiveUp.class))
        .singleElement()
        .satisfies(
            given -> {
              assertThat(given.worker()).isEqualTo("w1");
              assertThat(given.seat().node()).isEqualTo("here");
              assertThat(given.pid()).hasValue(1001);
              assertThat(given.who()).isEqualTo("rank 1 (worker w1 of attempt 1)");
            });
    assertThat(story.last.reason()).contains("has not ended", "continues without it");
  }

  @Test
  void whatAWorkerSaysThatWasGivenUpChangesNothing() {
    Story story = frozen().rings(new Timer.Gone("w1"), LIMIT).run("");
    RunState before = story.state;
    story
        .happens(new Event.WorkerReady(1, "w1", Optional.empty()))
        .happens(new Event.WorkerEntered(2, "w1"));
    story.happens(new Event.Returned(2, "w1", "1", false));
    story.happens(new Event.Unwound(2, "w1", Optional.empty(), Optional.empty()));
    story.happens(new Event.WorkerUp("w1", 1001));
    story.happens(new Event.WorkerBack("w1", 1001, OptionalInt.of(2)));
    story.happens(
        new Event.PartStored(1, "w1", 1, 5, new RankPart(1, true, 1, Metrics.empty(), "{}")));
    assertThat(story.state).isEqualTo(before);
  }

  @Test
  void whoEndsAfterItWasGivenUpIsNoFailure() {
    Story story = frozen().rings(new Timer.Gone("w1"), LIMIT).run("").lost("w1", new Exit.Unseen());
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(story.state.worker("w1").orElseThrow().phase()).isEqualTo(WorkerPhase.GONE);
  }

  @Test
  void whoEndsInTimeIsNotGivenUp() {
    Story story = frozen().lost("w1", new Exit.Signal(9, "SIGKILL"));
    assertThat(story.state.timers()).doesNotContainKey(new Timer.Gone("w1"));
  }

  @Test
  void aLaterControllerEndsWhoWasGivenUpAndDoesNotWaitForIt() {
    Story story = frozen().rings(new Timer.Gone("w1"), LIMIT).run("");
    story.begin(2).lost("w0", new Exit.Status(0)).lost("w2", new Exit.Status(0));
    assertThat(story.all(Effect.Fence.class)).extracting(Effect.Fence::worker).contains("w1");
    assertThat(story.state.attempt()).isEqualTo(3);
  }

  /// A run whose rank 0 was given up and holds `cuda:0`.
  private static Story withHeldDevice(int workers, int gpus) {
    return withHeldDevice(Story.settings(workers), workers, gpus);
  }

  private static Story withHeldDevice(RunSettings of, int workers, int gpus) {
    var scaling = ScalingConfig.workers(workers).perWorker(Resources.cpus(1).withGpus(1));
    var settings =
        new RunSettings(
            scaling,
            of.failures(),
            of.checkpoints(),
            of.reductions(),
            of.validation(),
            of.limits());
    Story story = Story.of(settings).begin(1).happens(prepared(1, gpus)).joined().progress(0, 5);
    for (int tick = 0; tick < 8; tick++) {
      story.tick("w1");
    }
    story.unwinds(1).rings(OfRun.SETTLE, Duration.ofMillis(200)).rings(new Timer.Gone("w0"), LIMIT);
    return story.happens(prepared(2, gpus));
  }

  private static Event prepared(int attempt, int gpus) {
    Resources total = Resources.cpus(8).withGpus(gpus);
    var node = new Node("here", total, List.of(), Map.of());
    return new Event.Prepared(attempt, List.of(node), Optional.empty(), Map.of());
  }

  @Test
  void aDeviceThatAGivenUpProcessHoldsIsNotGivenAgainWhereAnotherIsFree() {
    Story story = withHeldDevice(2, 3);
    assertThat(story.state.group())
        .extracting(worker -> worker.seat().device())
        .containsExactly("cuda:2", "cuda:1");
    assertThat(story.state.group()).extracting(Worker::id).containsExactly("w2", "w1");
  }

  @Test
  void aDeviceThatAGivenUpProcessHoldsIsGivenAgainWithAWarningWhereNoneIsFree() {
    Story story = withHeldDevice(2, 2);
    assertThat(story.state.group())
        .extracting(worker -> worker.seat().device())
        .containsExactly("cuda:0", "cuda:1");
    assertThat(story.all(Effect.Warn.class))
        .anySatisfy(warn -> assertThat(warn.message()).contains("cuda:0", "w0", "no other device"));
  }

  @Test
  void aDeviceOfValidationIsNoFreeOne() {
    Optional<Resources> own = Optional.of(Resources.cpus(1).withGpus(1));
    var rules = new ValidationRules(Duration.ofMinutes(1), 1, own);
    Story story = withHeldDevice(Story.validated(Story.settings(2), rules), 2, 3);
    assertThat(story.state.group())
        .extracting(worker -> worker.seat().device())
        .containsExactly("cuda:0", "cuda:1");
    assertThat(story.all(Effect.Warn.class))
        .anySatisfy(warn -> assertThat(warn.message()).contains("cuda:0", "w0", "no other device"));
  }
}
