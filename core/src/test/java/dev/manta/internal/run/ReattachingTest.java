package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.Limits;
import dev.manta.internal.run.state.Timer;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.train.Ledger;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReattachingTest {
  /// A run that trains, and whose controller is replaced by another.
  private static Story takenOver(int workers) {
    Story story = Story.running(workers);
    story.effects.clear();
    return story.happens(new Event.ControllerStarted(2, true));
  }

  private static void callsAgain(Story story, int rank, int joined) {
    String worker = story.worker(rank);
    story.happens(new Event.WorkerBack(worker, 1000 + rank, OptionalInt.of(joined)));
  }

  private static void saysAllAgain(Story story, int rank) {
    callsAgain(story, rank, 1);
    story.happens(new Event.WorkerReady(1, story.worker(rank), Optional.empty()));
    story.happens(new Event.WorkerEntered(1, story.worker(rank)));
    story.happens(new Event.Restated(story.worker(rank)));
  }

  @Test
  void aNewControllerAdoptsWhoeverLivesAndEndsNobody() {
    Story story = takenOver(2);

    assertThat(story.all(Effect.Adopt.class))
        .extracting(Effect.Adopt::pid)
        .containsExactly(OptionalLong.of(1000), OptionalLong.of(1001));
    assertThat(story.all(Effect.Kill.class)).isEmpty();
    assertThat(story.all(Effect.Fence.class)).isEmpty();
    assertThat(story.last.durable()).isEqualTo(Decision.Durable.STATE);
  }

  @Test
  void whenAllHaveSaidWhereTheyStandTheRunContinuesInTheSameAttempt() {
    Story story = takenOver(2);
    saysAllAgain(story, 0);
    assertThat(story.state.current().awaited()).containsExactly(story.worker(1));
    saysAllAgain(story, 1);

    assertThat(story.state.current().awaited()).isEmpty();
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(story.state.attempt()).isEqualTo(1);
    assertThat(story.all(Effect.SendJoin.class)).isEmpty();
    story.returns(0).returns(1).endsWhoWasTold();
    assertThat(story.status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void aWorkerWhoseNodeWasStartedAgainContinuesWithTheSameController() {
    Story story = Story.running(2);
    saysAllAgain(story, 1);

    assertThat(story.state.current().awaited()).isEmpty();
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(story.state.attempt()).isEqualTo(1);
    story.returns(0).returns(1).endsWhoWasTold();
    assertThat(story.status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void whatTheSameControllerSaidLastIsToldAgainToAWorkerThatCallsAgain() {
    Story story = Story.running(1).stop(false);
    story.effects.clear();
    saysAllAgain(story, 0);

    assertThat(story.all(Effect.SendStop.class)).hasSize(1);
  }

  @Test
  void whoHasNotHeardThatItJoinsIsToldAgain() {
    Story story = takenOver(1);
    callsAgain(story, 0, 0);

    assertThat(story.all(Effect.SendJoin.class)).hasSize(1);
  }

  @Test
  void whoHasNotHeardThatTheOthersAreReadyIsLetIn() {
    Story story = takenOver(2);
    saysAllAgain(story, 0);
    callsAgain(story, 1, 1);
    story.happens(new Event.WorkerReady(1, story.worker(1), Optional.empty()));
    story.happens(new Event.Restated(story.worker(1)));

    assertThat(story.all(Effect.OpenGroup.class).getLast().workers())
        .containsExactly(story.worker(1));
  }

  @Test
  void aWorkerThatDiedMeanwhileIsAnOrdinaryDeath() {
    Story story = takenOver(2);
    saysAllAgain(story, 0);
    story.lost(story.worker(1), new Exit.Unseen());

    assertThat(story.state.current().awaited()).isEmpty();
    assertThat(story.all(Effect.AbortGroup.class)).isNotEmpty();
    story.unwinds(0);
    assertThat(story.state.attempt()).isEqualTo(2);
    assertThat(story.failure()).contains("was killed");
  }

  @Test
  void aRankThatAnEarlierControllerTookOutOfItsFunctionEndsTheAttempt() {
    Story story = takenOver(2);
    callsAgain(story, 0, 1);
    story.unwinds(0);
    story.happens(new Event.Restated(story.worker(0)));

    assertThat(story.all(Effect.AbortGroup.class).getFirst().workers())
        .containsExactly(story.worker(1));
  }

  @Test
  void whatAPartBecameIsToldAgain() {
    Story story = Story.running(1).commit(1, 5);
    story.happens(new Event.ControllerStarted(2, true));
    saysAllAgain(story, 0);
    story.effects.clear();
    story.part(0, 1, 5, true);

    assertThat(story.all(Effect.SendCommitted.class)).hasSize(1);
    assertThat(story.all(Effect.CommitCheckpoint.class)).isEmpty();
  }

  @Test
  void aStopIsAskedForAgain() {
    Story story = Story.running(1).stop(false);
    story.happens(new Event.ControllerStarted(2, true));
    story.effects.clear();
    saysAllAgain(story, 0);

    assertThat(story.all(Effect.SendStop.class)).hasSize(1);
  }

  @Test
  void theTimeWithoutAControllerIsTrainingTime() {
    Story story = Story.running(1);
    story.passes(Duration.ofSeconds(3)).happens(new Event.ControllerStarted(2, true));

    assertThat(story.state.ledger().of(Ledger.Kind.USEFUL)).isEqualTo(Duration.ofSeconds(3));
  }

  private static final HeldCommit STATE = new HeldCommit(9, true, 1, 9, 0, 2);

  @Test
  void aVerdictWaitsForWhatWorkersSayAgain() {
    Story story = Story.running(1).commit(1, 4);
    story.happens(new Event.RolledBack(1, "w0", 9, "the loss is NaN"));
    story.part(0, 2, 8, true).unwinds(0, STATE).happens(new Event.ControllerStarted(2, true));
    callsAgain(story, 0, 1);
    story.part(0, 2, 8, true).happens(new Event.Restated("w0")).manifest(2);

    assertThat(story.last.reason()).contains("back to checkpoint c2");
  }

  @Test
  void whoLeftItsFunctionWithoutAControllerHasTimeToSaySo() {
    Story story = Story.running(2).dies(1).rings(OfRun.SETTLE, Limits.DEFAULT.settle());
    story.passes(Duration.ofMinutes(1)).happens(new Event.ControllerStarted(2, true));
    story.rings(OfRun.UNWIND, Duration.ZERO);
    assertThat(story.all(Effect.Kill.class)).isEmpty();
    callsAgain(story, 0, 1);
    story.unwinds(0, STATE).happens(new Event.Restated("w0"));

    assertThat(story.state.current().handover().orElseThrow().held()).isEqualTo(STATE);
  }

  @Test
  void whoStoppedWithoutAControllerHasTimeToSaySo() {
    Story story = Story.running(1).stop(false);
    story.passes(Duration.ofHours(1)).happens(new Event.ControllerStarted(2, true));
    story.happens(new Event.TimerFired(OptionalInt.empty(), OfRun.STOP));
    assertThat(story.all(Effect.Kill.class)).isEmpty();
    saysAllAgain(story, 0);
    story.happens(new Event.Returned(1, "w0", "1", true)).endsWhoWasTold();

    assertThat(story.status()).isEqualTo(RunStatus.STOPPED);
    assertThat(story.last.reason()).contains("every rank stopped");
  }

  @Test
  void whoHasLeftItsFunctionAndDoesNotCallIsNotWaitedForForever() {
    Story story =
        Story.running(3).dies(2).unwinds(0, STATE).rings(OfRun.SETTLE, Limits.DEFAULT.settle());
    story.happens(new Event.ControllerStarted(2, true));
    for (int i = 0; i <= Limits.DEFAULT.pingsMissedMax(); i++) {
      story.tick();
    }
    assertThat(story.all(Effect.Kill.class)).extracting(Effect.Kill::worker).contains("w0");
  }

  @Test
  void whoIsEndedAgainHasTimeToEndHoweverLongAgoThatWasDecided() {
    Story story = Story.running(1).stop(false).stop(true);
    story.passes(Duration.ofHours(1)).happens(new Event.ControllerStarted(2, true));
    story.happens(new Event.TimerFired(OptionalInt.empty(), new Timer.Gone("w0")));
    assertThat(story.status()).isNotEqualTo(RunStatus.STOPPED);

    story.rings(new Timer.Gone("w0"), Limits.DEFAULT.gone());
    assertThat(story.status()).isEqualTo(RunStatus.STOPPED);
  }
}
