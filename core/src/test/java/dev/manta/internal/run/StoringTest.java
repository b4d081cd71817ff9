package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.Limits;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunStatus;
import org.junit.jupiter.api.Test;

/// A rank that has a checkpoint on its way to storage when its attempt is over.
class StoringTest {
  private static Story stores(Story story, int rank) {
    return story.happens(new Event.Storing(story.state.attempt(), story.worker(rank)));
  }

  @Test
  void whoStoresWhenAnotherDiesIsWaitedForAndTheRunResumesFromThere() {
    Story story = stores(Story.running(2).commit(1, 4).dies(1), 0);
    story.rings(OfRun.SETTLE, Limits.DEFAULT.settle());
    story.rings(OfRun.UNWIND, Limits.DEFAULT.unwind());
    assertThat(story.all(Effect.Kill.class)).isEmpty();
    story.part(0, 2, 8, true).unwinds(0).manifest(2).run("c2");
    assertThat(story.all(Effect.SendJoin.class).getLast().start().checkpoint()).contains("c2");
  }

  @Test
  void whoStoresForTooLongIsEnded() {
    Story story = stores(Story.running(2).commit(1, 4).dies(1), 0);
    story.rings(OfRun.UNWIND, Limits.DEFAULT.unwind());
    story.rings(OfRun.STORING, CheckpointAssembly.STORING_MAX);
    story.rings(OfRun.UNWIND, Limits.DEFAULT.unwind());
    assertThat(story.all(Effect.Kill.class)).extracting(Effect.Kill::worker).containsExactly("w0");
  }

  @Test
  void whoStoresThoughItThrewIsNotEndedBeforeTheRunIs() {
    var settings = Story.with(Story.settings(2), FailureConfig.none());
    Story story = Story.running(settings).commit(1, 4).fails(0, 8, "X").unwinds(1);
    assertThat(story.all(Effect.Leave.class)).extracting(Effect.Leave::worker).contains("w0");
    stores(story, 0).rings(OfRun.LEAVE, Limits.DEFAULT.leave());
    assertThat(story.all(Effect.Kill.class)).isEmpty();
    story.part(0, 2, 8, true).manifest(2);
    story.lost("w0", new Exit.Status(0)).lost("w1", new Exit.Status(0));
    assertThat(story.status()).isEqualTo(RunStatus.FAILED);
    assertThat(story.kept()).containsExactly("c1", "c2");
  }
}
