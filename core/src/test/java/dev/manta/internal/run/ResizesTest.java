package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.Limits;
import dev.manta.internal.run.state.RunSettings;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.run.state.WorkerPhase;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.FailureConfig;
import dev.manta.train.Ledger;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResizesTest {
  private static final Duration CAPACITY = Limits.DEFAULT.capacity();
  private static final HeldCommit HELD = new HeldCommit(40, true, 7, 40, 2, 2);

  /// A run of at least 2 and at most 4 workers on a machine with so many cores.
  private static Story running(int cores) {
    Story story = begun(ScalingConfig.workers(2, 4));
    story.happens(new Event.Prepared(1, List.of(Story.node(cores)), Optional.empty(), Map.of()));
    return story.joined();
  }

  private static Story begun(ScalingConfig workers) {
    var settings =
        new RunSettings(
            workers,
            FailureConfig.retries(3).spares(0),
            CheckpointConfig.keepAll(),
            Map.of(),
            Optional.empty(),
            Limits.DEFAULT);
    return Story.of(settings).begin(1);
  }

  private static Event room(int cores) {
    return new Event.NodesSeen(List.of(Story.node(cores)));
  }

  private static Event ask(int workers) {
    return new Event.ScaleAsked(workers, "manta scale");
  }

  /// Everybody who was started without a rank is warm.
  private static Story warm(Story story) {
    for (Worker worker : story.state.workers()) {
      if (worker.isSpare() && worker.phase() == WorkerPhase.STARTING) {
        story.happens(new Event.WorkerUp(worker.id(), 77));
        story.happens(new Event.Warmed(worker.id()));
      }
    }
    return story;
  }

  private static Story leave(Story story) {
    for (Worker worker : story.state.group()) {
      story.happens(
          new Event.Unwound(
              story.state.attempt(), worker.id(), Optional.empty(), Optional.of(HELD)));
    }
    return story;
  }

  private static List<String> ids(Story story) {
    return story.state.group().stream().map(Worker::id).toList();
  }

  @Test
  void asManyWorkersAsFitAreStarted() {
    assertThat(running(3).state.group()).hasSize(3);
    assertThat(running(1).state.group()).hasSize(2);
    assertThat(running(9).state.group()).hasSize(4);
  }

  @Test
  void newcomersGetWarmBeforeAnybodyLeaves() {
    Story story = running(2).happens(ask(4));
    assertThat(story.all(Effect.StartSpare.class)).hasSize(2);
    assertThat(story.all(Effect.SendResize.class)).isEmpty();
    warm(story);
    assertThat(story.all(Effect.SendResize.class))
        .singleElement()
        .satisfies(told -> assertThat(told.workers()).containsExactly("w0", "w1"));
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void whoWasThereStaysWhenTheRunGrows() {
    Story story = leave(warm(running(2).happens(ask(4)))).joined();
    assertThat(ids(story)).containsExactly("w0", "w1", "w2", "w3");
    assertThat(story.state.attempt()).isEqualTo(2);
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(story.all(Effect.Prepare.class)).hasSize(1);
    assertThat(story.beginsInMemory().commit()).isEqualTo(40);
    assertThat(story.beginsInMemory().size()).isEqualTo(2);
    assertThat(story.state.budget().used()).isZero();
  }

  @Test
  void theFirstRanksStayWhenTheRunShrinks() {
    Story story = leave(running(4).happens(ask(3)));
    assertThat(ids(story)).containsExactly("w0", "w1", "w2");
    assertThat(story.all(Effect.Leave.class))
        .extracting(Effect.Leave::worker)
        .containsExactly("w3");
  }

  @Test
  void roomThatStaysIsUsed() {
    Story story = running(2).happens(room(4));
    assertThat(story.all(Effect.StartSpare.class)).isEmpty();
    story.rings(OfRun.RESIZE, CAPACITY);
    assertThat(story.all(Effect.StartSpare.class)).hasSize(2);
  }

  @Test
  void roomThatComesAndGoesIsNot() {
    Story story = running(2).happens(room(4)).happens(room(2)).rings(OfRun.RESIZE, CAPACITY);
    assertThat(story.all(Effect.StartSpare.class)).isEmpty();
    assertThat(story.state.current().resizing()).isEmpty();
  }

  @Test
  void aRunThatHasJustChangedWaitsLongerForTheNextChange() {
    Story story = running(2).happens(room(4)).rings(OfRun.RESIZE, CAPACITY);
    leave(warm(story)).joined().happens(room(2));
    story.rings(OfRun.RESIZE, CAPACITY);
    assertThat(story.state.current().resizing()).isEmpty();
    story.rings(OfRun.RESIZE, CAPACITY);
    assertThat(story.state.current().resizing()).isPresent();
  }

  @Test
  void whatWasAskedForIsDoneThoughCoresMustBeShared() {
    Story story = leave(warm(running(2).happens(ask(4)))).joined();
    assertThat(story.happens(room(2)).state.timers()).doesNotContainKey(OfRun.RESIZE);
  }

  @Test
  void whatIsOutOfRangeIsRefusedWithTheRange() {
    Story story = running(2).happens(ask(9));
    assertThat(story.state.current().resizing()).isEmpty();
    assertThat(story.last.reason())
        .isEqualTo(
            "9 workers were asked for by manta scale, but this run was started with workers(2–4)");
  }

  @Test
  void aRunOfFixedSizeStaysAsItIs() {
    Story story = Story.running(2).happens(ask(3));
    assertThat(story.state.current().resizing()).isEmpty();
    assertThat(story.last.reason()).contains("started with workers(2)");
  }

  private static Node node(String name) {
    return new Node(name, Resources.cpus(1), List.of(), Map.of());
  }

  @Test
  void ranksThatShareACoreMoveApartWhenThereIsAnotherNode() {
    Story story = begun(ScalingConfig.workers(2));
    story.happens(new Event.Prepared(1, List.of(node("a")), Optional.empty(), Map.of())).joined();
    assertThat(story.state.timers()).doesNotContainKey(OfRun.RESIZE);
    story.happens(new Event.NodesSeen(List.of(node("a"), node("b"))));
    story.rings(OfRun.RESIZE, CAPACITY);
    assertThat(story.last.reason()).contains("ranks that share CPUs move to where there are more");
    assertThat(story.all(Effect.StartSpare.class))
        .extracting(Effect.StartSpare::node)
        .containsExactly("b");
    leave(warm(story)).joined();
    assertThat(story.state.group())
        .extracting(worker -> worker.seat().node())
        .containsExactly("a", "b");
    assertThat(ids(story)).containsExactly("w0", "w2");
    assertThat(story.state.budget().used()).isZero();
    assertThat(story.state.timers()).doesNotContainKey(OfRun.RESIZE);
  }

  @Test
  void ranksThatShareACoreStayWhereTheOtherNodeGoesAgain() {
    Story story = begun(ScalingConfig.workers(2));
    story.happens(new Event.Prepared(1, List.of(node("a")), Optional.empty(), Map.of())).joined();
    story.happens(new Event.NodesSeen(List.of(node("a"), node("b"))));
    story.rings(OfRun.RESIZE, CAPACITY).happens(new Event.NodesSeen(List.of(node("a"))));
    assertThat(story.state.current().resizing()).isEmpty();
  }

  @Test
  void aFunctionThatCannotResumeElsewhereStays() {
    Story story = warm(running(2).happens(ask(3)));
    story.happens(new Event.Stayed(1, "w0", "it has no live state"));
    assertThat(story.state.current().resizing()).isEmpty();
    assertThat(story.all(Effect.Warn.class))
        .extracting(Effect.Warn::message)
        .contains("the run stays at 2 workers: it has no live state");
    story.happens(room(4));
    assertThat(story.state.timers()).doesNotContainKey(OfRun.RESIZE);
  }

  @Test
  void aDeathWhileRanksLeaveIsRepairedAtTheOldSize() {
    Story story = running(4).happens(ask(3)).dies(1);
    story.unwinds(0, HELD).unwinds(2, HELD).unwinds(3, HELD);
    assertThat(story.state.group()).hasSize(4);
    assertThat(story.state.current().resizing()).isEmpty();
    assertThat(story.joined().state.timers()).containsKey(OfRun.RESIZE);
  }

  @Test
  void aRankThatCannotBeReplacedIsDoneWithout() {
    Story story = running(4).dies(1).unwinds(0, HELD).unwinds(2, HELD).unwinds(3, HELD);
    story.lost(story.worker(1), new Exit.NotStarted("no more processes"));
    story.unwinds(0, HELD).unwinds(2, HELD).unwinds(3, HELD);
    story.rings(OfRun.BACKOFF, Duration.ofSeconds(1));
    assertThat(story.state.attempt()).isEqualTo(3);
    assertThat(ids(story)).containsExactly("w0", "w3", "w2");
  }

  @Test
  void belowTheLeastTheRunWaitsAndSaysForWhat() {
    Node none = new Node("here", Resources.cpus(4), List.of(), Map.of("a", "b"));
    var labelled =
        new RunSettings(
            ScalingConfig.workers(2, 4).label("a", "b"),
            FailureConfig.retries(3).spares(0),
            CheckpointConfig.keepAll(),
            Map.of(),
            Optional.empty(),
            Limits.DEFAULT);
    Story story = Story.of(labelled).begin(1);
    story.happens(new Event.Prepared(1, List.of(none), Optional.empty(), Map.of())).joined();
    story.happens(room(4)).dies(1).unwinds(0, HELD).unwinds(2, HELD).unwinds(3, HELD);
    assertThat(story.last.reason()).contains("waits for capacity: no node has the labels {a=b}");
    assertThat(story.status()).isEqualTo(RunStatus.RESTARTING);
    story.happens(new Event.NodesSeen(List.of(none)));
    assertThat(story.state.attempt()).isEqualTo(2);
    assertThat(story.state.group()).hasSize(4);
    assertThat(story.beginsInMemory().commit()).isEqualTo(40);
  }

  /// A run of two to four workers that need a licence each, on a machine with so many.
  private static Story licensed(ScalingConfig workers, int licences) {
    Story story = begun(workers.perWorker(Resources.cpus(1).with("licence", 1)));
    return story.happens(new Event.Prepared(1, licences(licences), Optional.empty(), Map.of()));
  }

  private static List<Node> licences(int count) {
    Resources total = Resources.cpus(8).with("licence", count);
    return List.of(new Node("here", total, List.of(), Map.of()));
  }

  @Test
  void aRunWithoutCapacityForItsLeastAtItsStartWaitsAndSaysForWhat() {
    Story story = licensed(ScalingConfig.workers(2, 4), 1);
    assertThat(story.status()).isEqualTo(RunStatus.STARTING);
    assertThat(story.last.reason())
        .startsWith("waits for capacity: 2 workers do not fit, only 1 do: want 2 licence, have 1");
    story.happens(new Event.NodesSeen(licences(0)));
    assertThat(story.last.reason()).contains("want 2 licence, have 0");
    assertThat(story.all(Effect.Prepare.class)).hasSize(1);
    story.passes(Duration.ofMinutes(1)).happens(new Event.NodesSeen(licences(3)));
    assertThat(story.all(Effect.Prepare.class)).hasSize(2);
    story.happens(new Event.Prepared(1, licences(3), Optional.empty(), Map.of())).joined();
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(story.state.group()).hasSize(3);
    assertThat(story.state.attempt()).isEqualTo(1);
    assertThat(story.state.ledger().of(Ledger.Kind.WAITING)).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void aRunThatWaitsForItsFirstWorkersCanBeStopped() {
    Story story = licensed(ScalingConfig.workers(2, 4), 1).stop(false);
    assertThat(story.status()).isEqualTo(RunStatus.STOPPED);
    story.happens(new Event.NodesSeen(licences(3)));
    assertThat(story.all(Effect.Prepare.class)).hasSize(1);
  }

  @Test
  void aRunOfFixedSizeThatCannotFitFailsAtOnce() {
    Story story = licensed(ScalingConfig.workers(2), 1);
    assertThat(story.status()).isEqualTo(RunStatus.FAILED);
    assertThat(story.last.reason()).contains("want 2 licence, have 1");
  }

  @Test
  void aStopThatMeetsAChangeOfSizeIsNotForgotten() {
    Story story = running(4).happens(ask(3)).stop(false);
    leave(story);
    story.joined();
    assertThat(story.status()).isEqualTo(RunStatus.STOPPING);
    assertThat(story.all(Effect.SendStop.class).getLast().attempt()).isEqualTo(2);
  }

  @Test
  void newcomersThatNeverGetWarmAreNotWaitedForForEver() {
    Story story = running(2).happens(ask(4)).rings(OfRun.WARM, Limits.DEFAULT.start());
    assertThat(story.state.current().resizing()).isEmpty();
    assertThat(story.last.reason()).contains("no process got ready within 120 s");
  }
}
