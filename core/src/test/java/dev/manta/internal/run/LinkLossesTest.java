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
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LinkLossesTest {
  private static final String SLOTS = "slots";
  private static final HeldCommit HELD = new HeldCommit(40, true, 7, 40, 2, 2);

  private static Node node(String name, int room) {
    return new Node(name, Resources.cpus(8).with(SLOTS, room), List.of(), Map.of());
  }

  private static Story running(int workers, int retries, Node... nodes) {
    RunSettings fixed = Story.with(Story.settings(workers), FailureConfig.retries(retries));
    var settings =
        new RunSettings(
            ScalingConfig.workers(workers)
                .perWorker(Resources.cpus(1).with(SLOTS, 1))
                .placement(Placement.SPREAD),
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

  /// A rank does not hear others, and leaves its function.
  private static Story deaf(Story story, int rank, Integer... unheard) {
    int attempt = story.state.attempt();
    return story.happens(
        new Event.LinkLost(attempt, story.worker(rank), List.of(unheard), "not heard for 5 s"));
  }

  private static Story unwind(Story story) {
    int size = story.state.group().size();
    for (int rank = 0; rank < size; rank++) {
      story.unwinds(rank, HELD);
    }
    return story;
  }

  private static List<String> nodes(Story story) {
    return story.state.group().stream().map(worker -> worker.seat().node()).toList();
  }

  private static String warned(Story story) {
    return story.all(Effect.Warn.class).getLast().message();
  }

  @Test
  void aLostLinkUsesNoRetryAndTheNextAttemptBeginsAtOnceFromMemory() {
    Story story = running(2, 0, node("a", 1), node("b", 1));
    unwind(deaf(story, 0, 1));
    assertThat(story.state.attempt()).isEqualTo(2);
    assertThat(story.state.budget().used()).isZero();
    assertThat(story.state.current().handover()).isPresent();
    assertThat(story.state.reason()).contains("rank 0 on node a lost its link to rank 1 on node b");
  }

  @Test
  void whoIsOnlyToldOfItBlamesNobody() {
    Story story = running(3, 0, node("a", 1), node("b", 1), node("c", 1));
    deaf(story, 2);
    unwind(deaf(story, 0, 1));
    assertThat(story.state.attempt()).isEqualTo(2);
    assertThat(story.failure()).contains("to rank 1 on node b");
    assertThat(story.state.scale().deafNodes().in(1)).hasSize(1);
  }

  @Test
  void aDeathExplainsMoreThanALink() {
    Story story = running(2, 3, node("a", 2), node("b", 1));
    deaf(story, 0, 1).lost("w1", new Exit.Signal(9, "SIGKILL"));
    story.unwinds(0, HELD);
    assertThat(story.state.budget().used()).isOne();
    assertThat(story.state.scale().deafNodes().namings()).isEmpty();
  }

  @Test
  void theSecondTimeTheNodeThatMoreRanksNameIsLeftOutForAWhile() {
    Story story = running(4, 0, node("a", 4), node("b", 1), node("c", 4));
    assertThat(nodes(story)).containsExactly("a", "a", "b", "c");
    unwind(deaf(deaf(deaf(story, 0, 2), 1, 2), 2, 0, 1)).joined();
    assertThat(nodes(story)).contains("b");
    unwind(deaf(deaf(deaf(story, 0, 2), 1, 2), 2, 0, 1));
    assertThat(nodes(story)).doesNotContain("b");
    assertThat(warned(story)).contains("nodes a and b").contains("node b is left out for 5 min");
    story.joined().rings(OfRun.RETURN, Duration.ofMinutes(5));
    assertThat(story.state.scale().deafNodes().leftOut()).isEmpty();
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void ofTwoNodesTheOneOfRankZeroStays() {
    Story story = running(2, 0, node("a", 2), node("b", 2));
    for (int i = 0; i < 2; i++) {
      unwind(deaf(story, 0, 1)).joined();
    }
    assertThat(nodes(story)).containsExactly("a", "a");
    assertThat(story.state.budget().used()).isZero();
  }

  @Test
  void aNodeThatIsLeftOutIsUsedWhenTheOneItWasDeafToGoes() {
    Story story = running(2, 0, node("a", 2), node("b", 2));
    for (int i = 0; i < 2; i++) {
      unwind(deaf(story, 0, 1)).joined();
    }
    assertThat(nodes(story)).containsExactly("a", "a");
    story.happens(new Event.NodeLeaves("a", Duration.ofMinutes(1), "an upgrade"));
    assertThat(story.all(Effect.StartSpare.class))
        .isNotEmpty()
        .extracting(Effect.StartSpare::node)
        .containsOnly("b");
  }

  @Test
  void aNodeWithoutWhichTheRunHasNoCapacityIsUsedAllTheSame() {
    Story story = running(2, 0, node("a", 1), node("b", 1));
    unwind(deaf(story, 0, 1)).joined();
    unwind(deaf(story, 1, 0)).joined();
    assertThat(nodes(story)).containsExactly("a", "b");
    assertThat(warned(story)).contains("not enough capacity for the run without either");
  }

  @Test
  void thoseWhoLoseLinksAgainAndAgainWaitLongerEachTime() {
    Story story = running(2, 0, node("a", 1), node("b", 1));
    for (int i = 0; i < 2; i++) {
      unwind(deaf(story, 0, 1)).joined();
    }
    unwind(deaf(story, 0, 1));
    assertThat(story.state.reason()).contains("no retry is used in 1.0 s");
    assertThat(story.state.attempt()).isEqualTo(3);
  }

  @Test
  void aLinkWithinANodeCountsAsBefore() {
    Story story = running(2, 1, node("a", 2));
    unwind(deaf(story, 0, 1));
    assertThat(story.state.budget().used()).isOne();
  }
}
