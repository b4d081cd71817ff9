package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.Limits;
import dev.manta.internal.run.state.RunSettings;
import dev.manta.internal.run.state.Timer;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Worker;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// Ranks whose node cannot be reached, in runs that have none of them twice.
class CutOffWorkersTest {
  private static final Limits LEASED = Limits.DEFAULT.leased();
  private static final Exit CUT = new Exit.Unreachable("here", "silent");
  private static final Timer OVER = new Timer.Gone("w1");

  private static RunSettings exclusive() {
    RunSettings plain = Story.settings(2);
    return new RunSettings(
        plain.scaling(),
        plain.failures(),
        plain.checkpoints(),
        plain.reductions(),
        plain.validation(),
        LEASED);
  }

  /// Rank 1 was lost with its node.
  private static Story cut(RunSettings settings) {
    Story story = Story.running(settings).progress(0, 5).lost("w1", CUT);
    return story.unwinds(0).rings(OfRun.SETTLE, LEASED.settle());
  }

  @Test
  void otherRunsWaitForNobody() {
    assertThat(cut(Story.settings(2)).state.attempt()).isEqualTo(2);
  }

  @Test
  void nobodyTakesThePlaceOfARankThatMayStillRun() {
    Story story = cut(exclusive());
    assertThat(story.state.attempt()).isEqualTo(1);
    assertThat(story.status()).isEqualTo(RunStatus.RESTARTING);
    assertThat(story.state.worker("w1").orElseThrow().standing()).isEqualTo("cut off");
  }

  @Test
  void theRunContinuesWhenTheLeaseOfTheNodeIsOver() {
    Story story = cut(exclusive());
    story
        .passes(LEASED.lease().orElseThrow())
        .happens(new Event.TimerFired(OptionalInt.empty(), OVER));
    assertThat(story.state.attempt()).isEqualTo(1);
    story.rings(OVER, LEASED.over().minus(LEASED.lease().orElseThrow()));
    assertThat(story.state.attempt()).isEqualTo(2);
    assertThat(story.run("").state.group()).extracting(Worker::id).containsExactly("w0", "w2");
  }

  @Test
  void aNodeThatIsBackAndHasEndedItsWorkersIsNotWaitedFor() {
    Story story = cut(exclusive()).lost("w1", new Exit.Unseen());
    assertThat(story.state.attempt()).isEqualTo(2);
  }

  @Test
  void aRankThatEndsWhereItsNodeSeesItIsNotWaitedFor() {
    Story story = Story.running(exclusive()).progress(0, 5).lost("w1", new Exit.Status(1));
    story.unwinds(0).rings(OfRun.SETTLE, LEASED.settle());
    assertThat(story.state.attempt()).isEqualTo(2);
  }

  @Test
  void aNewControllerWaitsForAsLongAgain() {
    Story story = cut(exclusive()).passes(LEASED.lease().orElseThrow()).begin(2);
    assertThat(story.last.effects())
        .anyMatch(effect -> effect instanceof Effect.Fence fence && fence.worker().equals("w1"));
    story.lost("w0", new Exit.Status(0)).lost("w1", CUT);
    story
        .passes(LEASED.lease().orElseThrow())
        .happens(new Event.TimerFired(OptionalInt.empty(), OVER));
    assertThat(story.state.attempt()).isEqualTo(1);
    story.rings(OVER, LEASED.over().minus(LEASED.lease().orElseThrow()));
    assertThat(story.state.attempt()).isEqualTo(2);
  }

  /// Rank 1 was killed, and nothing is heard of it.
  private static Story killed() {
    Story story = Story.running(exclusive()).progress(0, 5);
    for (int tick = 0; tick < 8; tick++) {
      story.passes(Duration.ofMillis(500)).tick("w0");
    }
    story.unwinds(0).rings(OfRun.SETTLE, LEASED.settle());
    return story.rings(OVER, LEASED.gone());
  }

  @Test
  void aRankThatWasKilledAndIsNotHeardOfMayStillRun() {
    Story story = killed();
    assertThat(story.state.attempt()).isEqualTo(1);
    story.rings(OVER, LEASED.over());
    assertThat(story.state.attempt()).isEqualTo(2);
  }

  @Test
  void aRankThatWasKilledAndDoesNotEndThoughItsNodeIsThereIsGivenUp() {
    Story story = killed().rings(OVER, LEASED.over());
    assertThat(story.state.worker("w1").orElseThrow().standing()).isEqualTo("given up");
    assertThat(story.all(Effect.GiveUp.class)).extracting(Effect.GiveUp::worker).contains("w1");
    assertThat(story.run("").lost("w1", new Exit.Unseen()).status()).isEqualTo(RunStatus.RUNNING);
    assertThat(story.state.worker("w1").orElseThrow().standing()).isEqualTo("gone");
  }

  @Test
  void aRankThatWasKilledOnANodeThatIsNotThereIsOver() {
    Story story = killed().happens(new Event.NodesSeen(List.of())).rings(OVER, LEASED.over());
    assertThat(story.last.reason()).contains("worker w1, which was cut off, has ended");
    assertThat(story.all(Effect.GiveUp.class)).isEmpty();
  }

  @Test
  void aLeaseIsLongerThanWorkersContinueAlone() {
    assertThat(LEASED.lease()).contains(Duration.ofSeconds(15));
    assertThat(Limits.DEFAULT.orphan(Duration.ofMinutes(5)).leased().lease())
        .contains(Duration.ofSeconds(305));
  }
}
