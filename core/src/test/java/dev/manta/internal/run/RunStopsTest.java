package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.RunSettings;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Worker;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// A stop leaves the newest state that anybody holds in storage, whenever it comes.
class RunStopsTest {
  private static final HeldCommit HELD = new HeldCommit(40, true, 7, 40, 2, 2);

  private static Story inBackoff() {
    Story story = Story.running(2).dies(1).unwinds(0, HELD).joined();
    story.dies(1).unwinds(0, HELD);
    assertThat(story.status()).isEqualTo(RunStatus.RESTARTING);
    return story;
  }

  private static Story stopped(Story story) {
    for (Worker worker : story.state.group()) {
      story.happens(new Event.Returned(story.state.attempt(), worker.id(), "1", true));
    }
    return story.endsWhoWasTold();
  }

  private static void handsOnAndStops(Story story) {
    assertThat(story.all(Effect.Kill.class)).isEmpty();
    assertThat(story.beginsInMemory().commit()).isEqualTo(40);
    story.joined();
    assertThat(story.status()).isEqualTo(RunStatus.STOPPING);
    assertThat(story.last.effects()).anyMatch(Effect.SendStop.class::isInstance);
    assertThat(stopped(story).status()).isEqualTo(RunStatus.STOPPED);
  }

  @Test
  void whoHoldsTheStateInTheWaitBeforeARetrySavesIt() {
    handsOnAndStops(inBackoff().stop(false));
  }

  private static Story inBackoffBeforeAllHaveLeft() {
    Story story = Story.running(2).dies(1).unwinds(0, HELD).joined();
    story.dies(1).rings(OfRun.SETTLE, Duration.ofMillis(200));
    assertThat(story.status()).isEqualTo(RunStatus.RESTARTING);
    return story;
  }

  @Test
  void whoHasYetToLeaveInTheWaitBeforeARetrySavesTheStateToo() {
    handsOnAndStops(inBackoffBeforeAllHaveLeft().stop(false).unwinds(0, HELD));
  }

  @Test
  void whoLeavesInTheWaitBeforeARetryAndHoldsNothingEndsTheStop() {
    Story story = inBackoffBeforeAllHaveLeft().stop(false).unwinds(0).endsWhoWasTold();
    assertThat(story.status()).isEqualTo(RunStatus.STOPPED);
    assertThat(story.state.reason()).contains("nobody held a newer state");
  }

  @Test
  void whoDiesInTheWaitBeforeARetryEndsTheStop() {
    Story story = inBackoffBeforeAllHaveLeft().stop(false).dies(0).endsWhoWasTold();
    assertThat(story.status()).isEqualTo(RunStatus.STOPPED);
  }

  @Test
  void aSecondStopThenEndsAtOnce() {
    Story story = inBackoff().stop(false).stop(false);
    assertThat(story.all(Effect.Kill.class)).isNotEmpty();
    assertThat(story.endsWhoWasTold().status()).isEqualTo(RunStatus.STOPPED);
  }

  @Test
  void aStopThatComesBetweenAFailureAndItsVerdictIsKept() {
    handsOnAndStops(Story.running(2).dies(1).stop(false).unwinds(0, HELD));
  }

  @Test
  void aStopThatComesWhileStateIsHandedOnIsKept() {
    handsOnAndStops(Story.running(2).dies(1).unwinds(0, HELD).stop(false));
  }

  @Test
  void aStopIsKeptWhereSomeTrainAndOthersAreOnTheirWay() {
    Story story = Story.of(Story.settings(2)).begin(1).prepared("");
    for (Worker worker : story.state.group()) {
      story.happens(new Event.WorkerUp(worker.id(), 1000 + worker.rank()));
      story.happens(new Event.WorkerReady(1, worker.id(), Optional.empty()));
    }
    story.happens(new Event.WorkerEntered(1, "w0"));
    assertThat(story.status()).isEqualTo(RunStatus.STARTING);
    handsOnAndStops(story.stop(false).dies(1).unwinds(0, HELD));
  }

  @Test
  void aRankThatDiesWhileTheRunStopsLeavesTheOthersToSaveTheState() {
    Story story = Story.running(Story.with(Story.settings(2), FailureConfig.none()));
    story.stop(false).dies(1).rings(OfRun.SETTLE, Duration.ofMillis(200));
    assertThat(story.state.ending()).isEmpty();
    handsOnAndStops(story.unwinds(0, HELD));
  }

  @Test
  void aRunThatStopsDoesNotWaitLongToTryAgain() {
    Duration minute = Duration.ofMinutes(1);
    var patient = FailureConfig.retries(3).backoff(minute, minute);
    Story story = Story.running(Story.with(Story.settings(2), patient));
    story.dies(1).unwinds(0, HELD).joined().stop(false).dies(1).unwinds(0, HELD);
    assertThat(story.last.effects())
        .filteredOn(Effect.ArmTimer.class::isInstance)
        .singleElement()
        .isInstanceOfSatisfying(
            Effect.ArmTimer.class,
            timer -> assertThat(timer.delay()).isEqualTo(Duration.ofSeconds(1)));
  }

  @Test
  void whoHoldsNothingHasNothingToSave() {
    Story story = Story.running(2).stop(false).dies(1).unwinds(0).endsWhoWasTold();
    assertThat(story.status()).isEqualTo(RunStatus.STOPPED);
  }

  @Test
  void theLimitOfAStopHoldsOverAttempts() {
    Story story = inBackoff().stop(false).passes(Duration.ofSeconds(60));
    story.happens(new Event.TimerFired(OptionalInt.empty(), OfRun.STOP)).endsWhoWasTold();
    story.lost("w3", new dev.manta.cluster.Exit.Signal(9, "SIGKILL"));
    assertThat(story.status()).isEqualTo(RunStatus.STOPPED);
    assertThat(story.state.reason()).contains("within 60 s");
  }

  private static List<Node> room(int workers) {
    var resources = Resources.cpus(8).with("seat", workers);
    return List.of(new Node("here", resources, List.of(), Map.of()));
  }

  @Test
  void whoeverWaitsForCapacitySavesTheStateAlone() {
    RunSettings fixed = Story.settings(2);
    var scaling = ScalingConfig.workers(2, 3).perWorker(Resources.cpus(1).with("seat", 1));
    var settings =
        new RunSettings(
            scaling,
            fixed.failures(),
            fixed.checkpoints(),
            fixed.reductions(),
            fixed.validation(),
            fixed.limits());
    Story story = Story.of(settings).begin(1);
    story.happens(new Event.Prepared(1, room(2), Optional.empty(), Map.of())).joined();
    story.happens(new Event.NodesSeen(room(1))).dies(1).unwinds(0, HELD);
    assertThat(story.state.scale().waits()).isNotEmpty();
    handsOnAndStops(story.stop(false));
  }
}
