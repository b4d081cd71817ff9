package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.error.ErrorCode;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.Limits;
import dev.manta.internal.run.state.RunSettings;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.StartPoint;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Worker;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RunMachineTest {
  @Test
  void aGroupOpensWhenEveryWorkerIsReady() {
    Story story = Story.of(Story.settings(2)).begin(1).prepared("");
    assertThat(story.all(Effect.StartWorker.class)).hasSize(2);
    story.happens(new Event.WorkerUp("w0", 1)).happens(new Event.WorkerUp("w1", 2));
    story.happens(new Event.WorkerReady(1, "w1", Optional.of("b")));
    assertThat(story.all(Effect.OpenGroup.class)).isEmpty();
    story.happens(new Event.WorkerReady(1, "w0", Optional.of("a")));
    assertThat(story.all(Effect.OpenGroup.class))
        .singleElement()
        .satisfies(open -> assertThat(open.offers()).containsExactly("a", "b"));
  }

  @Test
  void aRunIsRunningOnceEveryRankHasEntered() {
    assertThat(Story.running(2).status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void aRunFinishesWhenEveryRankHasReturnedAndIsGone() {
    Story story = Story.running(2).returns(0);
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
    story.returns(1);
    assertThat(story.all(Effect.Leave.class)).hasSize(2);
    story.endsWhoWasTold();
    assertThat(story.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(story.state.outcome().value()).contains("\"value 0\"");
    assertThat(story.all(Effect.EndRun.class)).hasSize(1);
  }

  @Test
  void aRankThatReturnedIsBlamedWhenAnotherMissesIt() {
    Story story =
        Story.running(Story.with(Story.settings(2), FailureConfig.retries(0)))
            .progress(1, 3)
            .returns(1);
    story.fails(0, 8, "manta.PeerLeft", false).endsWhoWasTold();
    assertThat(story.status()).isEqualTo(RunStatus.FAILED);
    assertThat(story.failure())
        .isEqualTo(
            "returned after report 3 while rank 0 still needed it, which threw manta.PeerLeft;"
                + " every rank has to make the same collective calls");
  }

  /// What a rank misses may be one whose loss nobody has heard of yet.
  @Test
  void aRunWhoseRankReturnedEarlyIsTriedOnceMore() {
    Story story = Story.running(2).progress(1, 3).returns(1);
    story.fails(0, 8, "manta.PeerLeft", false).endsWhoWasTold();
    assertThat(story.status()).isEqualTo(RunStatus.STARTING);
  }

  @Test
  void aWorkerThatWillNotLeaveIsKilled() {
    Story story = Story.running(1).returns(0).rings(OfRun.LEAVE, Duration.ofSeconds(5));
    assertThat(story.all(Effect.Kill.class)).hasSize(1);
  }

  @Test
  void aDeathAbortsTheOthersAndOnlyTheDeadRankGetsANewProcess() {
    Story story = Story.running(2).progress(0, 5).dies(1);
    assertThat(story.all(Effect.AbortGroup.class))
        .singleElement()
        .satisfies(abort -> assertThat(abort.workers()).containsExactly("w0"));
    story.unwinds(0);
    assertThat(story.state.attempt()).isEqualTo(2);
    assertThat(story.run("").status()).isEqualTo(RunStatus.RUNNING);
    assertThat(story.state.group()).extracting(Worker::id).containsExactly("w0", "w2");
    assertThat(story.all(Effect.SendJoin.class))
        .filteredOn(join -> join.attempt() == 2)
        .extracting(Effect.SendJoin::worker)
        .containsExactly("w0", "w2");
  }

  @Test
  void whoLeavesAThreadBehindGetsANewProcessToo() {
    Story story = Story.running(2).progress(0, 5).dies(1);
    story.happens(
        new Event.Unwound(1, "w0", Optional.of("thread \"poller\" running"), Optional.empty()));
    assertThat(story.state.attempt()).isEqualTo(1);
    story.endsWhoWasTold().run("");
    assertThat(story.state.group()).extracting(Worker::id).containsExactly("w2", "w3");
  }

  @Test
  void whoDoesNotUnwindInTimeIsReplacedAndTheOthersStay() {
    Story story = Story.running(3).dies(1).unwinds(0);
    story.rings(OfRun.SETTLE, Duration.ofMillis(200));
    story.rings(OfRun.UNWIND, Duration.ofSeconds(5)).endsWhoWasTold().run("");
    assertThat(story.state.group()).extracting(Worker::id).containsExactly("w0", "w3", "w4");
  }

  @Test
  void aSurvivorThatDiesBeforeTheNextAttemptIsReplaced() {
    Story story = Story.running(2).dies(1).unwinds(0);
    story.lost("w0", new Exit.Signal(9, "SIGKILL")).run("");
    assertThat(story.state.group()).extracting(Worker::id).containsExactly("w2", "w3");
  }

  @Test
  void aNewcomerThatDiesBeforeItIsReadyLeavesTheSurvivorsInPlace() {
    Story story = Story.running(2).progress(0, 5).dies(1).unwinds(0).prepared("");
    story.lost("w2", new Exit.Signal(9, "SIGKILL")).unwinds(0);
    story.rings(OfRun.BACKOFF, Duration.ofSeconds(1)).run("");
    assertThat(story.state.group()).extracting(Worker::id).containsExactly("w0", "w3");
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void whoDoesNotUnwindInTimeIsKilled() {
    Story story = Story.running(2).dies(1).rings(OfRun.SETTLE, Duration.ofMillis(200));
    assertThat(story.all(Effect.Kill.class)).isEmpty();
    story.rings(OfRun.UNWIND, Duration.ofSeconds(5));
    assertThat(story.all(Effect.Kill.class)).extracting(Effect.Kill::worker).containsExactly("w0");
  }

  @Test
  void theFirstCauseIsTheDeathAndNotWhatItLedTo() {
    Story story = Story.running(2).progress(0, 5);
    story.happens(new Event.PeerDied(1, "w0", 1)).fails(0, 5, "CollectiveAborted", true);
    assertThat(story.state.failure()).isEmpty();
    story.dies(1);
    assertThat(story.failure()).startsWith("was killed by signal 9 (SIGKILL)");
    assertThat(story.state.failure().orElseThrow().rank()).isEqualTo(1);
  }

  @Test
  void aUserExceptionIsTheCauseOfTheAbortsItLeadsTo() {
    Story story = Story.running(2).progress(0, 5);
    story.fails(0, 5, "CollectiveAborted", true).fails(1, 5, "java.lang.ArithmeticException");
    assertThat(story.failure()).isEqualTo("threw java.lang.ArithmeticException at Loop.java:7");
  }

  @Test
  void anExceptionBeforeAnyReportIsNotRetried() {
    Story story = Story.running(1).fails(0, 0, "java.lang.IllegalStateException").endsWhoWasTold();
    assertThat(story.status()).isEqualTo(RunStatus.FAILED);
    assertThat(story.state.reason()).contains("not retried", "before anything was reported");
  }

  @Test
  void theSameExceptionAtTheSameStepTwiceEndsTheRun() {
    Story story = Story.running(1).progress(0, 7).fails(0, 7, "X").endsWhoWasTold();
    story.run("").fails(0, 7, "X").endsWhoWasTold();
    assertThat(story.status()).isEqualTo(RunStatus.FAILED);
    assertThat(story.state.reason()).contains("second time at step 7");
  }

  @Test
  void whatAllRanksThrowIsTheSameWhoeverIsHeardFirst() {
    Story story = Story.running(2).progress(0, 7).fails(0, 7, "X").fails(1, 7, "X");
    story.endsWhoWasTold().run("").fails(1, 7, "X").fails(0, 7, "X").endsWhoWasTold();
    assertThat(story.status()).isEqualTo(RunStatus.FAILED);
    assertThat(story.state.reason()).contains("second time at step 7");
  }

  @Test
  void anExceptionAtAnotherStepIsRetried() {
    Story story = Story.running(1).progress(0, 7).fails(0, 7, "X").endsWhoWasTold();
    story.run("").fails(0, 8, "X").endsWhoWasTold();
    assertThat(story.status()).isEqualTo(RunStatus.RESTARTING);
  }

  @Test
  void theFirstRetryIsAtOnceAndLaterOnesWaitLongerAndLonger() {
    Story story = Story.running(1).dies(0);
    assertThat(story.state.attempt()).isEqualTo(2);
    story.run("").dies(0);
    assertThat(story.state.reason()).contains("retry 2 of 3 in 1.0 s");
    story.rings(OfRun.BACKOFF, Duration.ofSeconds(1)).run("").dies(0);
    assertThat(story.state.reason()).contains("retry 3 of 3 in 2.0 s");
  }

  @Test
  void aRunFailsWhenItsRetriesAreUsed() {
    RunSettings one = Story.with(Story.settings(1), FailureConfig.retries(1));
    Story story = Story.running(one).dies(0).run("").dies(0);
    assertThat(story.status()).isEqualTo(RunStatus.FAILED);
    assertThat(story.state.reason()).contains("all 1 retries are used");
  }

  @Test
  void retriesComeBackWhenTheCommittedStepAdvancesByTen() {
    Story story = Story.running(1).dies(0).run("");
    story.commit(1, 9);
    assertThat(story.state.budget().used()).isEqualTo(1);
    story.commit(2, 10);
    assertThat(story.state.budget().used()).isZero();
  }

  @Test
  void retriesDoNotComeBackForStepsThatWereCommittedBefore() {
    Story story = Story.running(1).commit(1, 30).dies(0).run("c1");
    story.commit(2, 20).commit(3, 30).commit(4, 39);
    assertThat(story.state.budget().used()).isEqualTo(1);
  }

  @Test
  void anExitInTheLoopSaysSo() {
    Story story = Story.running(1).progress(0, 1).lost("w0", new Exit.Status(4));
    assertThat(story.failure())
        .isEqualTo(
            "ended with exit status 4 before its training function returned: System.exit, os._exit,"
                + " Runtime.halt or native code ended it");
    assertThat(story.state.failure().orElseThrow().logTail()).isEqualTo("last words");
  }

  @Test
  void anExhaustedHeapSaysWhatToChange() {
    Story story = Story.running(1).progress(0, 1);
    story.happens(
        new Event.WorkerLost(
            "w0", new Exit.Status(3), "Terminating due to java.lang.OutOfMemoryError"));
    assertThat(story.failure()).contains("ran out of heap memory", "ScalingConfig.heap");
  }

  @Test
  void aWorkerThatLeavesPingsUnansweredIsFrozen() {
    Story story = Story.running(2).progress(0, 1);
    for (int i = 0; i <= Limits.DEFAULT.pingsMissedMax(); i++) {
      story.tick("w0");
    }
    assertThat(story.all(Effect.Kill.class)).extracting(Effect.Kill::worker).containsExactly("w1");
    story.unwinds(0).endsWhoWasTold();
    assertThat(story.failure()).contains("did not answer for 4 s");
  }

  @Test
  void aProcessThatNeverReportsInIsFrozenToo() {
    Story story = Story.of(Story.settings(1)).begin(1).prepared("");
    for (int i = 0; i < Limits.DEFAULT.pingsUnheardMax(); i++) {
      story.tick();
    }
    assertThat(story.all(Effect.Kill.class)).isEmpty();
    story.tick().endsWhoWasTold();
    assertThat(story.failure()).contains("did not report in for 30 s", "frozen");
  }

  @Test
  void aSleepOfTheMachineIsNoHang() {
    Story story = Story.running(1).tick("w0").passes(Duration.ofHours(8)).tick().tick("w0");
    assertThat(story.all(Effect.Kill.class)).isEmpty();
  }

  @Test
  void aRankThatIsWaitedForIsNamedOnceAndReplacedOnlyAfterTheLongLimit() {
    Story story = Story.running(2).progress(0, 1);
    story.happens(new Event.Waiting(1, "w0", "allReduce", 6_000, List.of(1)));
    story.happens(new Event.Waiting(1, "w0", "allReduce", 60_000, List.of(1)));
    assertThat(story.all(Effect.Warn.class)).hasSize(1);
    assertThat(story.state.trouble()).isEmpty();
    story.happens(new Event.Waiting(1, "w0", "allReduce", 600_000, List.of(1)));
    assertThat(story.all(Effect.Kill.class)).hasSize(1);
  }

  @Test
  void workersThatDoNotStartInTimeAreNamed() {
    Story story = Story.of(Story.settings(1)).begin(1).prepared("");
    story.rings(OfRun.START, Duration.ofMinutes(2)).endsWhoWasTold();
    assertThat(story.failure())
        .isEqualTo("did not start within 120 s: its process did not report in");
  }

  @Test
  void lateNewsChangesNothing() {
    Story story = Story.running(1).dies(0).run("");
    RunState before = story.state;
    story.happens(new Event.Returned(1, "w0", "1", false));
    story.happens(new Event.TimerFired(OptionalInt.of(1), OfRun.UNWIND));
    story.happens(new Event.WorkerLost("w0", new Exit.Status(0), ""));
    assertThat(story.state).isEqualTo(before);
  }

  @Test
  void aStopIsToldAndTheRunIsStoppedWhenEveryRankHasLeft() {
    Story story = Story.running(2).stop(false);
    assertThat(story.all(Effect.SendStop.class)).hasSize(1);
    assertThat(story.status()).isEqualTo(RunStatus.STOPPING);
    story.happens(new Event.Returned(1, "w0", "1", true));
    story.happens(new Event.Returned(1, "w1", "1", true)).endsWhoWasTold();
    assertThat(story.status()).isEqualTo(RunStatus.STOPPED);
  }

  @Test
  void aStoppedRunResumesWhenItIsRunAgain() {
    Story story = Story.running(1).commit(1, 5).stop(false);
    story.happens(new Event.Returned(1, "w0", "1", true)).endsWhoWasTold();
    assertThat(story.begin(2).state.reason()).isEqualTo("attempt 2 is being prepared");
    assertThat(story.run("c1").status()).isEqualTo(RunStatus.RUNNING);
    assertThat(story.state.attempt()).isEqualTo(2);
  }

  @Test
  void aLoopThatReturnsWithoutSeeingTheStopHasFinished() {
    Story story = Story.running(1).stop(false).returns(0).endsWhoWasTold();
    assertThat(story.status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void aSecondStopKillsAtOnce() {
    Story story = Story.running(1).stop(false).stop(true);
    assertThat(story.all(Effect.Kill.class)).hasSize(1);
    assertThat(story.endsWhoWasTold().status()).isEqualTo(RunStatus.STOPPED);
  }

  @Test
  void aStopThatTakesTooLongKills() {
    Story story = Story.running(1).stop(false).rings(OfRun.STOP, Duration.ofMinutes(1));
    assertThat(story.endsWhoWasTold().status()).isEqualTo(RunStatus.STOPPED);
    assertThat(story.state.reason()).contains("within 60 s");
  }

  @Test
  void aRankThatIsPastTheStopIsGivenALaterOne() {
    Story story = Story.running(2).stop(false);
    story.happens(new Event.StopAnswered(1, "w1", OptionalLong.empty(), false, 42));
    assertThat(story.all(Effect.SendStop.class).getLast().at()).hasValue(43);
    story.happens(new Event.StopAnswered(1, "w0", OptionalLong.of(43), false, 50));
    assertThat(story.all(Effect.SendStop.class).getLast().at()).hasValue(52);
  }

  @Test
  void aStopThatEveryRankAcceptedIsConfirmed() {
    Story story = Story.running(2).stop(false);
    story.happens(new Event.StopAnswered(1, "w1", OptionalLong.empty(), false, 4));
    story.happens(new Event.StopAnswered(1, "w1", OptionalLong.of(5), true, 4));
    assertThat(story.all(Effect.SendStop.class)).hasSize(2);
    story.happens(new Event.StopAnswered(1, "w0", OptionalLong.of(5), true, 3));
    assertThat(story.all(Effect.SendStop.class))
        .extracting(Effect.SendStop::at)
        .containsExactly(OptionalLong.empty(), OptionalLong.of(5), OptionalLong.of(5));
  }

  @Test
  void collectivesAreFormedWhenTheLastRankUsesThem() {
    Story story = Story.running(2).happens(new Event.WorkerOffered(1, "w1", "b"));
    assertThat(story.all(Effect.SendGathered.class)).isEmpty();
    story.happens(new Event.WorkerOffered(1, "w0", "a"));
    story.happens(new Event.WorkerOffered(1, "w0", "a"));
    assertThat(story.all(Effect.SendGathered.class))
        .singleElement()
        .satisfies(all -> assertThat(all.offers()).containsExactly("a", "b"));
  }

  @Test
  void aRankThatReturnsBeforeTheCollectivesOthersWaitInEndsTheRun() {
    Story story = Story.running(2).happens(new Event.WorkerOffered(1, "w1", "b")).returns(0);
    story.rings(OfRun.SETTLE, Duration.ofMillis(200));
    assertThat(story.failure()).contains("which rank 1 waits in");
    assertThat(story.state.ending().orElseThrow().status()).isEqualTo(RunStatus.FAILED);
  }

  @Test
  void theLastWordsOfAFailedWorkerAreKept() {
    Story story = Story.running(1).progress(0, 1).fails(0, 1, "X").endsWhoWasTold();
    assertThat(story.state.failure().orElseThrow().logTail()).isEqualTo("last words");
    assertThat(story.state.failure().orElseThrow().exit()).isEmpty();
  }

  @Test
  void aFailureWhileStoppingIsNotRetried() {
    Story story = Story.running(1).progress(0, 3).stop(false).dies(0);
    assertThat(story.status()).isEqualTo(RunStatus.STOPPED);
  }

  @Test
  void missingGpusFailAtOnce() {
    RunSettings settings = Story.settings(2);
    var gpus = settings.scaling().perWorker(settings.scaling().perWorker().withGpus(1));
    var wants =
        new RunSettings(
            gpus,
            settings.failures(),
            settings.checkpoints(),
            Map.of(),
            settings.validation(),
            settings.limits());
    Story story = Story.of(wants).begin(1).prepared("");
    assertThat(story.status()).isEqualTo(RunStatus.FAILED);
    assertThat(story.state.ending().orElseThrow().code()).isEqualTo(ErrorCode.CLUSTER);
    assertThat(story.state.reason()).contains("want 2 GPUs, have 0");
  }

  @Test
  void aNewControllerFencesTheOldWorkersBeforeItStartsItsOwn() {
    Story story = Story.running(2).begin(2);
    assertThat(story.all(Effect.Fence.class))
        .extracting(Effect.Fence::pid)
        .containsExactly(OptionalLong.of(1000), OptionalLong.of(1001));
    assertThat(story.all(Effect.Fence.class))
        .allMatch(fence -> fence.seat().node().equals("here") && fence.attempt() == 1);
    assertThat(story.state.attempt()).isEqualTo(1);
    story.endsWhoWasTold();
    assertThat(story.state.attempt()).isEqualTo(2);
    assertThat(story.run("").status()).isEqualTo(RunStatus.RUNNING);
    assertThat(story.state.budget().used()).isZero();
  }

  @Test
  void aFailedRunResumesWithAFullBudgetWhenItIsRunAgain() {
    RunSettings none = Story.with(Story.settings(1), FailureConfig.none());
    Story story = Story.running(none).commit(1, 5).dies(0);
    assertThat(story.status()).isEqualTo(RunStatus.FAILED);
    story.begin(2).run("c1");
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(story.all(Effect.SendJoin.class).getLast().start())
        .isEqualTo(new StartPoint.InStorage(Optional.of("c1"), 5, 1, 1));
  }

  @Test
  void theStateSurvivesJson() {
    Story story = Story.running(2).part(0, 1, 3, false).commit(2, 4).dies(1).stop(false);
    Json json = Bind.write(story.state);
    assertThat(Bind.read(Json.parse(json.toString()), RunState.class)).isEqualTo(story.state);
  }

  @Test
  void everyEventAndEffectSurvivesJson() {
    Event event = new Event.WorkerLost("w0", new Exit.Signal(9, "SIGKILL"), "tail");
    Json json = Json.parse(Bind.write(event, Event.class).toString());
    assertThat(Bind.read(json, Event.class)).isEqualTo(event);
    Story story = Story.running(2).commit(1, 4);
    for (Effect effect : story.effects) {
      Json text = Json.parse(Bind.write(effect, Effect.class).toString());
      assertThat(Bind.read(text, Effect.class)).isEqualTo(effect);
    }
  }

  @Test
  void theReasonOfAFailureAndWhatFollowsAreInOneRecord() {
    Story story = Story.running(2).dies(1).unwinds(0, new HeldCommit(50, true, 1, 50, 0, 2));
    assertThat(story.last.reason())
        .startsWith("rank 1 was killed by signal 9 (SIGKILL)")
        .endsWith(
            "retry 1 of 3; attempt 2 starts with 2 workers (1 of them new) from commit 50 of rank"
                + " 0");
  }

  @Test
  void ofSeveralDeathsAtOnceEachIsNamed() {
    Story story = Story.running(3).dies(1).dies(2).unwinds(0);
    assertThat(story.all(Effect.Prepare.class)).hasSize(2);
    assertThat(story.last.reason()).startsWith("rank 1, like rank 2, was killed by signal 9");
  }

  @Test
  void thatAllAreInIsNotSaidOfAnAttemptThatHasFailedSince() {
    Story story = Story.running(2).dies(1).unwinds(0).run("").dies(1);
    story.rings(OfRun.ANNOUNCE, Duration.ofMillis(200));
    assertThat(story.last.durable()).isEqualTo(Decision.Durable.NOTHING);
  }

  @Test
  void aTimerThatRingsTooEarlyAsTheClockWasSetBackRingsAgain() {
    Story story = Story.running(1).stop(false).rings(OfRun.STOP, Duration.ofSeconds(-30));
    assertThat(story.last.effects())
        .singleElement()
        .isInstanceOfSatisfying(
            Effect.ArmTimer.class,
            timer -> assertThat(timer.delay()).isEqualTo(Duration.ofSeconds(90)));
  }

  @Test
  void aLoneRankThatMakesNoStepsIsNamedAskedAndNeverReplaced() {
    Story story = Story.running(1).happens(new Event.Waiting(1, "w0", "", 61_000, List.of(0)));
    assertThat(story.all(Effect.Warn.class))
        .extracting(Effect.Warn::message)
        .containsExactly("rank 0 has made no step, commit or report for 61 s");
    assertThat(story.all(Effect.AskStacks.class)).hasSize(1);
    story.happens(new Event.Waiting(1, "w0", "", 3_600_000, List.of(0)));
    assertThat(story.all(Effect.Kill.class)).isEmpty();
  }

  @Test
  void aLoneRankThatMakesStepsAgainIsNoLongerNamed() {
    Story story = Story.running(1).happens(new Event.Waiting(1, "w0", "", 61_000, List.of(0)));
    story.happens(new Event.Waiting(1, "w0", "", 0, List.of(0)));
    assertThat(story.state.current().late()).isEmpty();
  }

  @Test
  void aControllerEndsWorkersOfAnotherOnlyOnceThatIsWrittenDown() {
    Story story = Story.running(1).begin(2);
    assertThat(story.last.effects()).anyMatch(Effect.Fence.class::isInstance);
    assertThat(story.last.durable()).isEqualTo(Decision.Durable.STATE);
  }
}
