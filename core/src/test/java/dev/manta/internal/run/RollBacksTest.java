package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.Limits;
import dev.manta.internal.run.state.StartPoint;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Worker;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunStatus;
import org.junit.jupiter.api.Test;

class RollBacksTest {
  private static final HeldCommit POISONED = new HeldCommit(57, true, 1, 57, 0, 2);

  /// Both ranks say so, and leave.
  private static Story rollsBack(Story story) {
    return rollsBack(story, 57);
  }

  private static Story rollsBack(Story story, long at) {
    int attempt = story.state.attempt();
    for (int rank = 0; rank < 2; rank++) {
      story.happens(new Event.RolledBack(attempt, story.worker(rank), at, "the loss is NaN"));
    }
    return story.unwinds(0, POISONED).unwinds(1, POISONED);
  }

  @Test
  void theRunResumesFromTheCheckpointInTheSameProcessesWithoutARetry() {
    var settings = Story.with(Story.settings(2), FailureConfig.none());
    Story story = rollsBack(Story.running(settings).commit(1, 4));
    assertThat(story.last.reason()).contains("the loss is NaN; back to checkpoint c1");
    story.run("c1");
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(story.begins().checkpoint()).contains("c1");
    assertThat(story.begins()).isInstanceOf(StartPoint.InStorage.class);
    assertThat(story.state.group()).extracting(Worker::id).containsExactly("w0", "w1");
    assertThat(story.state.budget().used()).isZero();
  }

  @Test
  void whoDidNotSaySoHandsNothingOnEither() {
    Story story = Story.running(2).commit(1, 4);
    story.happens(new Event.RolledBack(1, "w0", 57, "the loss is NaN"));
    story.unwinds(0, POISONED).unwinds(1, POISONED).run("c1");
    assertThat(story.begins()).isInstanceOf(StartPoint.InStorage.class);
    assertThat(story.all(Effect.AbortGroup.class).getFirst().why())
        .isEqualTo("rank 0 rolled back at commit 57: the loss is NaN");
  }

  @Test
  void whatIsOnItsWayToStorageIsWaitedFor() {
    Story story = Story.running(2).commit(1, 4);
    story.happens(new Event.RolledBack(1, "w1", 57, "the loss is NaN")).unwinds(1, POISONED);
    story.rings(OfRun.SETTLE, Limits.DEFAULT.settle());
    story.happens(new Event.Storing(1, "w0"));
    story.rings(OfRun.UNWIND, Limits.DEFAULT.unwind());
    assertThat(story.all(Effect.Kill.class)).isEmpty();
    story.part(0, 2, 8, true).unwinds(0, POISONED);
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
    story.manifest(2);
    assertThat(story.last.reason()).contains("the loss is NaN; back to checkpoint c2");
    assertThat(story.run("c2").begins().checkpoint()).contains("c2");
  }

  @Test
  void nobodyWaitsForStorageAfterADeath() {
    Story story = Story.running(2).commit(1, 4).dies(1);
    assertThat(story.all(Effect.AbortGroup.class).getFirst().rollsBack()).isFalse();
  }

  @Test
  void rollBacksAtEverOtherCommitsAreLimitedTooThoughSurvivorsHoldMore() {
    Story story = Story.running(2).commit(1, 4);
    for (int time = 1; time <= Rules.ROLLS_MAX; time++) {
      rollsBack(story, 57 + 20 * time).run("c1");
      assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
    }
    rollsBack(story, 57).endsWhoWasTold();
    assertThat(story.status()).isEqualTo(RunStatus.FAILED);
    assertThat(story.last.reason()).contains("all 10 roll-backs are used");
  }

  @Test
  void rollBacksAreForgottenWhenCheckpointsGetAhead() {
    Story story = Story.running(2).commit(1, 4);
    for (int time = 1; time <= 3 * Rules.ROLLS_MAX; time++) {
      rollsBack(story, 57 + 20 * time).run("c" + time);
      assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
      story.commit(time + 1, 4 + 2 * time);
    }
  }

  @Test
  void whoIsKilledBesideDoesNotMakeTheStateAnyBetter() {
    Story story = Story.running(2).commit(1, 4);
    story.happens(new Event.RolledBack(1, "w0", 57, "the loss is NaN"));
    story.dies(1).unwinds(0, POISONED).run("c1");
    assertThat(story.begins().checkpoint()).contains("c1");
    assertThat(story.begins()).isInstanceOf(StartPoint.InStorage.class);
  }

  @Test
  void aLaterControllerKnowsOfARollBackThoughWhoeverSaidSoIsGone() {
    Story story = Story.running(2).commit(1, 4);
    story.happens(new Event.RolledBack(1, "w0", 57, "the loss is NaN"));
    assertThat(story.last.durable()).isEqualTo(Decision.Durable.STATE);
    assertThat(story.state.trouble()).isPresent();
  }

  @Test
  void theThirdTimeAtTheSameCommitEndsTheRun() {
    Story story = Story.running(2).commit(1, 4);
    rollsBack(story).run("c1");
    rollsBack(story).run("c1");
    rollsBack(story).endsWhoWasTold();
    assertThat(story.status()).isEqualTo(RunStatus.FAILED);
    assertThat(story.last.reason())
        .contains("rolled back at commit 57: the loss is NaN", "time 3 at this commit");
  }
}
