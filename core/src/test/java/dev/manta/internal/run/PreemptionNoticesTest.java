package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.NoticedRanks;
import dev.manta.internal.run.state.PreemptionNotice;
import dev.manta.internal.run.state.RunSettings;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Worker;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PreemptionNoticesTest {
  private static final Duration FIVE = Duration.ofSeconds(5);
  private static final HeldCommit HELD = new HeldCommit(40, true, 7, 40, 2, 2);

  private static Story running(FailureConfig failures) {
    return Story.running(Story.with(Story.settings(2), failures));
  }

  private static Story noticed(Story story, Integer... ranks) {
    return story.happens(new Event.Noticed(NoticedRanks.of(List.of(ranks)), FIVE, "SIGTERM"));
  }

  private static Story warm(Story story, String spare) {
    return story.happens(new Event.WorkerUp(spare, 77)).happens(new Event.Warmed(spare));
  }

  @Test
  void anotherProcessGetsWarmAndTakesThePlaceAtACommit() {
    Story story = noticed(running(FailureConfig.none()), 1);
    assertThat(story.all(Effect.StartSpare.class)).hasSize(1);
    assertThat(story.all(Effect.SendResize.class)).isEmpty();
    warm(story, "w2").unwinds(0, HELD).unwinds(1, HELD).joined();
    assertThat(story.state.group()).extracting(Worker::id).containsExactly("w0", "w2");
    assertThat(story.all(Effect.Leave.class))
        .extracting(Effect.Leave::worker)
        .containsExactly("w1");
    assertThat(story.beginsInMemory().commit()).isEqualTo(40);
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(story.state.budget().used()).isZero();
  }

  @Test
  void everyRankIsToldWhoGoesAndWhen() {
    Story story = noticed(running(FailureConfig.none()), 1);
    assertThat(story.all(Effect.SendNotice.class))
        .singleElement()
        .satisfies(
            told -> {
              assertThat(told.workers()).containsExactly("w0", "w1");
              assertThat(told.ranks()).containsExactly(1);
            });
    assertThat(story.last.reason())
        .isEqualTo("rank 1 will be taken away in 5.0 s, says SIGTERM; spare w2 starts on here");
  }

  @Test
  void whenTimeRunsOutNobodyWaitsForNewcomers() {
    Story story = noticed(running(FailureConfig.none()), 1);
    story.rings(OfRun.HANDOVER, Duration.ofSeconds(3));
    assertThat(story.all(Effect.SendResize.class)).hasSize(1);
    story.unwinds(0, HELD).unwinds(1, HELD);
    assertThat(story.state.group()).hasSize(2);
    assertThat(story.state.group().getFirst().id()).isEqualTo("w0");
  }

  /// Three workers, or two.
  private static RunSettings elastic() {
    RunSettings fixed = Story.with(Story.settings(3), FailureConfig.none());
    return new RunSettings(
        ScalingConfig.workers(2, 3),
        fixed.failures(),
        fixed.checkpoints(),
        fixed.reductions(),
        fixed.validation(),
        fixed.limits());
  }

  @Test
  void aRunThatMayShrinkDoesWithoutThem() {
    Story story = noticed(Story.running(elastic()), 1).rings(OfRun.HANDOVER, Duration.ofSeconds(3));
    story.unwinds(0, HELD).unwinds(1, HELD).unwinds(2, HELD);
    assertThat(story.state.group()).extracting(Worker::id).containsExactly("w0", "w2");
  }

  @Test
  void aWorkerThatIsTakenAwayAsSaidUsesNoRetry() {
    Story story = noticed(running(FailureConfig.none()), 1).dies(1).unwinds(0, HELD);
    assertThat(story.state.attempt()).isEqualTo(2);
    assertThat(story.state.budget().used()).isZero();
  }

  @Test
  void preemptionsHaveABudgetOfTheirOwn() {
    Story story = running(FailureConfig.retries(3).preemptions(1));
    warm(noticed(story, 1), "w2").unwinds(0, HELD).unwinds(1, HELD).joined();
    noticed(story, 0);
    assertThat(story.last.effects()).anyMatch(Effect.SendStop.class::isInstance);
    for (Worker worker : story.state.group()) {
      story.happens(new Event.Returned(story.state.attempt(), worker.id(), "1", true));
    }
    assertThat(story.endsWhoWasTold().status()).isEqualTo(RunStatus.FAILED);
    assertThat(story.state.reason()).contains("all 1 preemptions are used");
  }

  @Test
  void whereAllGoTheRunStopsWithALastCheckpoint() {
    Story story = noticed(running(FailureConfig.none()));
    assertThat(story.status()).isEqualTo(RunStatus.STOPPING);
    assertThat(story.last.reason()).contains("SIGTERM, as all workers are taken away");
  }

  @Test
  void aNoticeThatComesTwiceIsOne() {
    Story story = noticed(noticed(running(FailureConfig.none()), 1), 1);
    assertThat(story.state.notices()).hasSize(1);
    assertThat(story.all(Effect.StartSpare.class)).hasSize(1);
  }

  @Test
  void whereAllGoAfterTheyHaveLeftNothingIsForgotten() {
    Story story = warm(noticed(running(FailureConfig.none()), 1), "w2");
    noticed(story, 0).unwinds(0, HELD).unwinds(1, HELD);
    assertThat(story.beginsInMemory().commit()).isEqualTo(40);
    assertThat(story.joined().status()).isEqualTo(RunStatus.STOPPING);
  }

  @Test
  void aNoticeThatComesWhileAnAttemptStartsFollowsWhenItTrains() {
    Story story = warm(noticed(running(FailureConfig.none()), 1), "w2");
    story.unwinds(0, HELD).unwinds(1, HELD);
    assertThat(story.status()).isEqualTo(RunStatus.STARTING);
    noticed(story, 0).joined();
    assertThat(story.state.current().resizing()).isPresent();
    assertThat(story.state.timers()).containsKey(OfRun.HANDOVER);
    assertThat(story.all(Effect.SendNotice.class).getLast().ranks()).containsExactly(0);
  }

  @Test
  void aNoticeForAllBeforeThereAreWorkersIsToldAndStopsTheRun() {
    Story story = noticed(Story.of(Story.settings(2)).begin(1));
    story.run("");
    assertThat(story.status()).isEqualTo(RunStatus.STOPPING);
  }

  @Test
  void aNoticeForAllInTheWaitBeforeARetryStopsWithWhatSurvivorsHold() {
    Story story = Story.running(2).dies(1).unwinds(0, HELD).joined();
    noticed(story.dies(1).unwinds(0, HELD)).joined();
    assertThat(story.beginsInMemory().commit()).isEqualTo(40);
    assertThat(story.status()).isEqualTo(RunStatus.STOPPING);
  }

  @Test
  void aNoticeForASurvivorInTheWaitBeforeARetryIsFollowedByAHandover() {
    Story story = Story.running(2).dies(1).unwinds(0, HELD).joined();
    noticed(story.dies(1).unwinds(0, HELD), 0);
    story.rings(OfRun.BACKOFF, Duration.ofSeconds(1)).joined();
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(story.state.current().resizing()).isPresent();
  }

  @Test
  void aNoticeForARankBeforeThereAreWorkersIsKeptUntilThereAre() {
    Story story = noticed(Story.of(Story.settings(2)).begin(1), 1);
    assertThat(story.last.reason()).contains("rank 1 will be taken away in 5.0 s, says SIGTERM");
    story.run("");
    assertThat(story.state.current().resizing()).isPresent();
    assertThat(story.state.notices())
        .extracting(PreemptionNotice::worker)
        .containsExactly(Optional.of("w1"));
    assertThat(story.all(Effect.SendNotice.class).getLast().ranks()).containsExactly(1);
  }

  @Test
  void aNoticeForTheDeadRankInTheWaitBeforeARetryIsKeptUntilItIsBack() {
    Story story = Story.running(2).dies(1).unwinds(0, HELD).joined();
    noticed(story.dies(1).unwinds(0, HELD), 1);
    story.rings(OfRun.BACKOFF, Duration.ofSeconds(1)).joined();
    assertThat(story.state.current().resizing()).isPresent();
    assertThat(story.state.notices())
        .extracting(PreemptionNotice::worker)
        .containsExactly(Optional.of(story.worker(1)));
  }

  @Test
  void aNoticeWhoseTimeIsOverBeforeThereIsSuchARankIsForgotten() {
    Story story = noticed(Story.of(Story.settings(2)).begin(1), 1).passes(FIVE).run("");
    assertThat(story.state.notices()).isEmpty();
    assertThat(story.state.current().resizing()).isEmpty();
  }

  @Test
  void aNoticeForARankThatThereIsNotIsRefused() {
    Story story = noticed(running(FailureConfig.none()), 7);
    assertThat(story.last.reason())
        .isEqualTo(
            "SIGTERM asked to do without ranks [7], but there are only ranks 0 to 1: nothing"
                + " follows");
    assertThat(story.state.notices()).isEmpty();
    assertThat(story.all(Effect.Warn.class)).hasSize(1);
  }

  @Test
  void aNoticeForAllAfterAStopIsNoSecondStop() {
    Story story = noticed(running(FailureConfig.none()).stop(false));
    assertThat(story.all(Effect.Kill.class)).isEmpty();
    assertThat(story.status()).isEqualTo(RunStatus.STOPPING);
  }

  @Test
  void aStopForANoticeHasAsLongAsTheNotice() {
    Story story = running(FailureConfig.none());
    story.happens(new Event.Noticed(NoticedRanks.ALL, Duration.ofMinutes(5), "a file"));
    story.rings(OfRun.STOP, Duration.ofSeconds(60));
    assertThat(story.state.ending()).isEmpty();
  }

  @Test
  void anEarlierDeadlineIsKept() {
    Story story = Story.running(Story.with(Story.settings(3), FailureConfig.none()));
    noticed(story, 1)
        .happens(
            new Event.Noticed(new NoticedRanks.Some(List.of(2)), Duration.ofMinutes(5), "SIGTERM"));
    story.rings(OfRun.HANDOVER, Duration.ofSeconds(3));
    assertThat(story.all(Effect.SendResize.class)).hasSize(1);
    assertThat(story.all(Effect.SendNotice.class).getLast().ranks()).containsExactly(1, 2);
  }

  @Test
  void askingForThePresentSizeLeavesTheHandoverAlone() {
    Story story = noticed(Story.running(elastic()), 1);
    story.happens(new Event.ScaleAsked(3, "manta scale"));
    assertThat(story.state.current().resizing()).isPresent();
  }
}
