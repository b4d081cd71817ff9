package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.Limits;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Worker;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunStatus;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SparesTest {
  private static final Duration SOON = Limits.DEFAULT.spares();

  private static Story withSpare() {
    Story story = Story.running(2).rings(OfRun.SPARES, SOON);
    return story.happens(new Event.WorkerUp("w2", 77)).happens(new Event.Warmed("w2"));
  }

  @Test
  void aSpareStartsWhenTrainingIsUnderWayAndIsWarmed() {
    Story story = Story.running(2);
    assertThat(story.all(Effect.StartSpare.class)).isEmpty();
    story.rings(OfRun.SPARES, SOON).happens(new Event.WorkerUp("w2", 77));
    assertThat(story.all(Effect.StartSpare.class)).hasSize(1);
    assertThat(story.all(Effect.SendWarm.class)).hasSize(1);
    assertThat(story.state.group()).hasSize(2);
  }

  @Test
  void aRunWithoutRetriesHasNoSpares() {
    Story story = Story.running(Story.with(Story.settings(2), FailureConfig.none()));
    assertThat(story.state.timers()).doesNotContainKey(OfRun.SPARES);
  }

  @Test
  void aWarmSpareTakesTheSeatOfTheDead() {
    Story story = withSpare().dies(1).unwinds(0, new HeldCommit(5, true, 1, 5, 0, 2));
    assertThat(story.all(Effect.SeatWorker.class))
        .singleElement()
        .satisfies(seat -> assertThat(seat.seat().rank()).isEqualTo(1));
    assertThat(story.all(Effect.StartWorker.class)).hasSize(2);
    story.joined();
    assertThat(story.state.group()).extracting(Worker::id).containsExactly("w0", "w2");
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void aSpareThatWasTakenIsReplaced() {
    Story story = withSpare().dies(1).unwinds(0, new HeldCommit(5, true, 1, 5, 0, 2)).joined();
    story.rings(OfRun.SPARES, SOON);
    assertThat(story.all(Effect.StartSpare.class)).hasSize(2);
  }

  @Test
  void aSpareThatIsNotUpYetIsNotWaitedFor() {
    Story story = Story.running(2).rings(OfRun.SPARES, SOON).dies(1).unwinds(0).prepared("");
    assertThat(story.all(Effect.StartWorker.class)).hasSize(3);
  }

  @Test
  void theDeathOfASpareIsNoFailure() {
    Story story = withSpare().lost("w2", new Exit.Signal(9, "SIGKILL"));
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
    story.rings(OfRun.SPARES, Duration.ofSeconds(10));
    assertThat(story.all(Effect.StartSpare.class)).hasSize(2);
  }

  @Test
  void aFrozenSpareIsKilledAndNobodyIsBlamed() {
    Story story = withSpare();
    for (int i = 0; i <= Limits.DEFAULT.pingsMissedMax(); i++) {
      story.tick("w0", "w1");
    }
    assertThat(story.all(Effect.Kill.class)).extracting(Effect.Kill::worker).containsExactly("w2");
    assertThat(story.state.trouble()).isEmpty();
  }

  @Test
  void aRunEndsWhenItsSparesAreGoneToo() {
    Story story = withSpare().returns(0).returns(1);
    story.lost("w0", new Exit.Status(0)).lost("w1", new Exit.Status(0));
    assertThat(story.status().ended()).isFalse();
    assertThat(story.lost("w2", new Exit.Status(0)).status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void sparesOfAnEarlierControllerAreFenced() {
    Story story = withSpare();
    story.begin(2);
    assertThat(story.all(Effect.Fence.class))
        .extracting(Effect.Fence::worker)
        .contains("w0", "w1", "w2");
  }
}
