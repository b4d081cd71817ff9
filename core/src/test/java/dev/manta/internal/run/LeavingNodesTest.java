package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.cluster.Node;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.RunSettings;
import dev.manta.internal.run.state.Worker;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeavingNodesTest {
  private static final String SLOTS = "slots";
  private static final HeldCommit HELD = new HeldCommit(40, true, 7, 40, 2, 2);
  private static final ScalingConfig TWO =
      ScalingConfig.workers(2).perWorker(Resources.cpus(1).with(SLOTS, 1));

  private static Node node(String name, int room) {
    return new Node(name, Resources.cpus(8).with(SLOTS, room), List.of(), Map.of());
  }

  private static Story running(ScalingConfig scaling, Node... nodes) {
    RunSettings fixed = Story.with(Story.settings(2), FailureConfig.retries(3));
    var settings =
        new RunSettings(
            scaling,
            fixed.failures(),
            fixed.checkpoints(),
            fixed.reductions(),
            fixed.validation(),
            fixed.limits());
    return Story.of(settings)
        .begin(1)
        .happens(new Event.Prepared(1, List.of(nodes), Optional.empty(), Map.of()))
        .joined();
  }

  private static Story leaves(Story story, String node) {
    return story.happens(new Event.NodeLeaves(node, Duration.ofSeconds(30), "a drain"));
  }

  private static List<String> nodes(Story story) {
    return story.state.group().stream().map(worker -> worker.seat().node()).toList();
  }

  private static Story warm(Story story, String spare) {
    return story.happens(new Event.WorkerUp(spare, 77)).happens(new Event.Warmed(spare));
  }

  @Test
  void onlyItsRanksGoAndOthersTakeTheirPlacesElsewhere() {
    Story story = running(TWO.placement(Placement.SPREAD), node("a", 2), node("b", 2));
    assertThat(nodes(story)).containsExactly("a", "b");
    leaves(story, "b");
    assertThat(story.all(Effect.SendNotice.class).getLast().ranks()).containsExactly(1);
    assertThat(story.all(Effect.StartSpare.class).getLast().node()).isEqualTo("a");
    warm(story, "w2").unwinds(0, HELD).unwinds(1, HELD).joined();
    assertThat(nodes(story)).containsExactly("a", "a");
    assertThat(story.state.group()).extracting(Worker::id).containsExactly("w0", "w2");
    assertThat(story.beginsInMemory().commit()).isEqualTo(40);
    assertThat(story.state.budget().used()).isZero();
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void whereAllRanksGoOneStaysUntilTheOthersHaveWhatItHolds() {
    Story story = running(TWO, node("a", 4), node("b", 2));
    assertThat(nodes(story)).containsExactly("a", "a");
    leaves(story, "a");
    assertThat(story.state.stopping()).isEmpty();
    warm(story, "w2").unwinds(0, HELD).unwinds(1, HELD).joined();
    assertThat(nodes(story)).containsExactlyInAnyOrder("a", "b");
    assertThat(story.beginsInMemory().commit()).isEqualTo(40);
    story.endsWhoWasTold();
    warm(story, "w3").unwinds(0, HELD).unwinds(1, HELD).joined();
    assertThat(nodes(story)).containsExactly("b", "b");
    assertThat(story.beginsInMemory().commit()).isEqualTo(40);
    assertThat(story.state.budget().used()).isZero();
  }

  @Test
  void onTheOnlyMachineTheRunStopsWithALastCheckpoint() {
    Story story = leaves(running(TWO, node("here", 2)), "here");
    assertThat(story.all(Effect.SendStop.class)).hasSize(1);
    assertThat(story.state.stopping().orElseThrow().by()).contains("all workers are taken away");
  }

  @Test
  void nobodyNewBeginsThere() {
    Story story = running(TWO.placement(Placement.SPREAD), node("a", 2), node("b", 2));
    leaves(story, "b").dies(1).unwinds(0, HELD).endsWhoWasTold().joined();
    assertThat(nodes(story)).containsExactly("a", "a");
  }

  @Test
  void whatHasNoCapacityElsewhereWaitsForItAndContinues() {
    Story story = running(TWO, node("a", 1), node("b", 1));
    leaves(story, "b").dies(1).unwinds(0, HELD);
    assertThat(story.state.scale().waits()).isPresent();
    story.happens(new Event.NodesSeen(List.of(node("a", 1))));
    assertThat(story.state.scale().waits().orElseThrow()).contains("want 2 slots, have 1");
    story.happens(new Event.NodesSeen(List.of(node("a", 1), node("c", 1)))).joined();
    assertThat(nodes(story)).containsExactly("a", "c");
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void whereTheNodeThatWasToTakeThemIsGoneTooTheyStayWithWhatTheyHold() {
    Story story = running(TWO.placement(Placement.SPREAD), node("a", 2), node("b", 2));
    warm(leaves(story, "a"), "w2").unwinds(1, HELD);
    story.lost("w1", new Exit.Signal(9, "SIGKILL")).lost("w2", new Exit.Signal(9, "SIGKILL"));
    story.happens(new Event.NodesSeen(List.of(node("a", 2)))).unwinds(0, HELD).joined();
    assertThat(nodes(story)).containsExactly("a", "a");
    assertThat(story.beginsInMemory().commit()).isEqualTo(40);
  }

  @Test
  void whoThrewStaysWithWhatOnlyAWorkerOnANodeThatLeavesHoldsBesides() {
    Story story = running(TWO.placement(Placement.SPREAD), node("a", 2), node("b", 2));
    leaves(story, "a").fails(1, "X", HELD).unwinds(0, HELD).joined();
    assertThat(story.all(Effect.Leave.class)).extracting(Effect.Leave::worker).doesNotContain("w1");
    assertThat(nodes(story)).containsExactly("b", "b");
    assertThat(story.beginsInMemory().commit()).isEqualTo(40);
  }

  @Test
  void whoHasASeatOnlyOnceMachinesWereLookedAtBeginsWithWhatItHolds() {
    Story story = running(TWO.placement(Placement.SPREAD), node("a", 2), node("b", 2));
    leaves(story, "a").lost("w1", new Exit.Signal(9, "SIGKILL")).unwinds(0, HELD);
    assertThat(story.all(Effect.Prepare.class).getLast().attempt()).isEqualTo(2);
    story
        .happens(new Event.Prepared(2, List.of(node("a", 2)), Optional.empty(), Map.of()))
        .joined();
    assertThat(nodes(story)).containsExactly("a", "a");
    assertThat(story.beginsInMemory().commit()).isEqualTo(40);
  }

  @Test
  void aNodeThatHasLeftAndComesBackIsAsGoodAsAnother() {
    Story story = running(TWO, node("a", 1), node("b", 1));
    leaves(story, "b").dies(1).unwinds(0, HELD);
    story.happens(new Event.NodesSeen(List.of(node("a", 1))));
    story.happens(new Event.NodesSeen(List.of(node("a", 1), node("b", 1)))).joined();
    assertThat(nodes(story)).containsExactly("a", "b");
  }

  @Test
  void aNodeThatIsStillThereLongAfterItWasToGoIsUsedAgain() {
    Story story = running(TWO, node("a", 1), node("b", 1));
    leaves(story, "b").dies(1).unwinds(0, HELD).passes(Duration.ofMinutes(2));
    story.happens(new Event.NodesSeen(List.of(node("a", 1), node("b", 1)))).joined();
    assertThat(nodes(story)).containsExactly("a", "b");
  }

  @Test
  void aNodeWithoutRanksLeavesUnnoticedByThem() {
    Story story = leaves(running(TWO, node("a", 4), node("b", 2)), "b");
    assertThat(story.all(Effect.SendNotice.class)).isEmpty();
    assertThat(story.last.reason()).contains("node b will be taken away in 30.0 s, says a drain");
  }

  @Test
  void aRunThatIsGrantedNothingYetWaitsForItsFirstAttempt() {
    Story story =
        Story.of(Story.settings(2))
            .begin(1)
            .happens(new Event.Prepared(1, List.of(), Optional.empty(), Map.of()));
    assertThat(story.state.scale().waits()).contains("the cluster has no nodes");
    story.happens(new Event.NodesSeen(List.of(node("a", 2)))).prepared("").joined();
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void whatNeverFitsFailsAtOnceAndNamesWhatIsMissing() {
    Story story = running(TWO, node("a", 1));
    assertThat(story.status()).isEqualTo(RunStatus.FAILED);
    assertThat(story.state.reason()).contains("want 2 slots, have 1");
  }

  @Test
  void ranksKeepTheirThreadsWhenTheyMove() {
    Story story = running(TWO.placement(Placement.SPREAD), node("a", 2), node("b", 2));
    assertThat(story.state.group()).allMatch(worker -> worker.seat().threads() == 8);
    leaves(story, "b").dies(1).unwinds(0, HELD).endsWhoWasTold().joined();
    assertThat(story.state.group()).allMatch(worker -> worker.seat().threads() == 8);
  }
}
