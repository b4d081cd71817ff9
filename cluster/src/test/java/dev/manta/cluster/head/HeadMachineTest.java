package dev.manta.cluster.head;

import static dev.manta.cluster.head.HeadStory.gpus;
import static dev.manta.cluster.head.HeadStory.node;
import static dev.manta.cluster.head.HeadStory.with;
import static dev.manta.cluster.head.HeadStory.workers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HeadMachineTest {
  @Test
  void aClaimIsGrantedWhenEveryNodeHasSetItsPartAside() {
    HeadStory story = HeadStory.of(node("a", 2, 0), node("b", 2, 0)).mute(true);
    story.asks("c", workers(3));
    assertThat(story.granted("c")).isEmpty();
    story.mute(false);
    assertThat(story.granted("c"))
        .hasValue(
            new Allotment(
                1,
                1,
                List.of(new AllottedPart("a", 2, List.of()), new AllottedPart("b", 1, List.of()))));
  }

  @Test
  void whatCannotBeHadIsRefusedAtOnceNamingWhatIsMissing() {
    HeadStory story = HeadStory.of(node("a", 8, 2)).asks("c", gpus(3, 1));
    assertThat(story.all(HeadEffect.Refused.class))
        .containsExactly(
            new HeadEffect.Refused(
                "c",
                "3 workers want 3 CPUs (8 of 8 free), 3 GPUs (2 of 2 free), laid PACK over 1 nodes"));
    assertThat(story.state.claims()).isEmpty();
  }

  @Test
  void whatOthersHaveIsWaitedForInTheOrderOfAsking() {
    HeadStory story = HeadStory.of(node("a", 4, 0)).asks("first", workers(4));
    story.asks("second", workers(3)).asks("third", workers(1));
    assertThat(story.all(HeadEffect.Waits.class))
        .extracting(HeadEffect.Waits::why)
        .containsExactly(
            "3 workers want 3 CPUs (0 of 4 free), laid PACK over 1 nodes", "others asked before");
    story.happens(new HeadEvent.ClaimReleased("first"));
    assertThat(story.granted("second")).map(Allotment::workers).hasValue(3);
    assertThat(story.granted("third")).map(Allotment::workers).hasValue(1);
  }

  @Test
  void whoWantsNoGpuPassesThoseWhoWaitForSome() {
    HeadStory story = HeadStory.of(node("a", 8, 1)).asks("first", gpus(1, 1));
    story.asks("second", gpus(1, 1)).asks("third", workers(2)).asks("fourth", gpus(1, 0.5));
    assertThat(story.granted("third")).isPresent();
    assertThat(story.granted("second")).isEmpty();
    assertThat(story.granted("fourth")).isEmpty();
  }

  @Test
  void aNodeThatIsGoneIsReplacedAtOnce() {
    HeadStory story = HeadStory.of(node("a", 2, 0), node("b", 2, 0), node("d", 2, 0));
    story.asks("c", workers(4)).gone("a");
    Allotment grant = story.granted("c").orElseThrow();
    assertThat(grant.parts()).extracting(AllottedPart::node).containsExactly("b", "d");
    assertThat(grant.version()).isEqualTo(3);
  }

  private static List<String> nodes(HeadStory story, String claim) {
    return story.granted(claim).orElseThrow().parts().stream().map(AllottedPart::node).toList();
  }

  @Test
  void aNodeThatItsDriverDoesNotReachIsReplacedAndNotUsedAgain() {
    HeadStory story = HeadStory.of(node("a", 1, 0), node("b", 1, 0), node("d", 1, 0));
    story.asks("c", workers(2)).loses("c", workers(2), "a");
    assertThat(nodes(story, "c")).containsExactly("b", "d");
    story.loses("c", workers(2));
    assertThat(nodes(story, "c")).containsExactly("b", "d");
    assertThat(story.asks("other", workers(1)).granted("other")).isPresent();
  }

  @Test
  void aNodeThatItsDriverDoesNotReachIsKeptForItWhereThereIsNoOther() {
    HeadStory story = HeadStory.of(node("a", 1, 0), node("b", 1, 0)).asks("c", workers(2));
    story.loses("c", workers(2), "a").asks("other", workers(1));
    assertThat(story.granted("other")).isEmpty();
    story.loses("c", workers(2));
    assertThat(nodes(story, "c")).containsExactly("a", "b");
  }

  @Test
  void aNodeThatComesBackAfterItWasReplacedKeepsWhatItsDriverMayStillUse() {
    HeadStory story = HeadStory.of(node("a", 1, 0), node("b", 1, 0), node("d", 1, 0));
    story.asks("c", workers(2));
    NodeLedger away = story.ledger("a");
    story.gone("a").back(away);
    assertThat(nodes(story, "c")).containsExactly("a", "b", "d");
  }

  @Test
  void whoLosesANodeComesBeforeThoseWhoWait() {
    HeadStory story = HeadStory.of(node("a", 2, 0), node("b", 2, 0), node("d", 2, 0));
    story.asks("c", workers(4)).asks("other", workers(2)).asks("late", workers(2));
    story.gone("a").happens(new HeadEvent.ClaimReleased("other"));
    assertThat(story.granted("c")).map(Allotment::workers).hasValue(4);
    assertThat(story.granted("late")).isEmpty();
  }

  @Test
  void nothingNewIsPlacedOnANodeThatLeavesAndWhatItHadGoesElsewhere() {
    HeadStory story = HeadStory.of(node("a", 2, 0), node("b", 2, 0)).asks("c", workers(2));
    story.happens(new HeadEvent.DrainAsked("a"));
    assertThat(story.granted("c").orElseThrow().parts())
        .extracting(AllottedPart::node)
        .containsExactly("a", "b");
    story.gone("a").asks("other", workers(1));
    assertThat(story.granted("c").orElseThrow().parts())
        .extracting(AllottedPart::node)
        .containsExactly("b");
    assertThat(story.granted("other")).isEmpty();
  }

  @Test
  void theNextHeadKnowsWhichNodesLeave() {
    HeadStory story = HeadStory.of(node("a", 2, 0)).happens(new HeadEvent.DrainAsked("a"));
    NodeLedger ledger = NodeLedger.of(node("a", 2, 0)).take(1, new HeadEffect.Drain("a", 1));
    assertThat(ledger.follow(2).said().allocation().leaving()).isTrue();
    assertThat(story.state.isLeaving("a")).isTrue();
  }

  @Test
  void whoCouldUseMoreGetsItWhenNobodyWaits() {
    HeadStory story = HeadStory.of(node("a", 4, 0)).asks("c", workers(1, 8));
    assertThat(story.granted("c")).map(Allotment::workers).hasValue(4);
    story.asks("other", workers(1)).joins(node("b", 4, 0));
    assertThat(story.granted("other")).isPresent();
    assertThat(story.granted("c")).map(Allotment::workers).hasValue(7);
  }

  @Test
  void aNewHeadGrantsNothingBeforeMembersHaveSaidWhatTheyHave() {
    var story = new HeadStory();
    story.happens(new HeadEvent.NodeJoined("b")).joins(node("a", 4, 0)).asks("c", workers(1));
    assertThat(story.later(6).granted("c")).isEmpty();
    story.joins(node("b", 4, 0));
    assertThat(story.granted("c")).isPresent();
  }

  @Test
  void aMemberThatNeverSaysWhatItHasIsNotAwaitedForEver() {
    var story = new HeadStory();
    story.happens(new HeadEvent.NodeJoined("b")).joins(node("a", 4, 0)).asks("c", workers(1));
    assertThat(story.later(31).granted("c")).isPresent();
  }

  @Test
  void aNewHeadKeepsWhatEarlierOnesGranted() {
    var story = new HeadStory();
    NodeAllocation allocation =
        NodeAllocation.of(node("a", 4, 0)).with("c", 2, Resources.cpus(1)).orElseThrow();
    var had = new Allotment(0, 7, List.of(new AllottedPart("a", 2, List.of())));
    story.happens(new HeadEvent.NodeHeard(allocation, 0));
    story.happens(new HeadEvent.ClaimHeard("c", workers(2), true, Optional.of(had), Set.of()));
    story.later(5);
    assertThat(story.all(HeadEffect.Granted.class)).isEmpty();
    assertThat(story.state.expected("c")).isEqualTo(2);
  }

  @Test
  void whatADriverHadThatIsSilentForLongIsGivenBack() {
    HeadStory story = HeadStory.of(node("a", 1, 0)).asks("c", workers(1)).later(30);
    story.asks("other", workers(1));
    assertThat(story.later(31).granted("other")).isPresent();
    assertThat(story.state.claims()).extracting(ClaimState::id).containsExactly("other");
  }

  @Test
  void sharesOfAGpuLieOnOneAndWholeOnesAreNotShared() {
    HeadStory story = HeadStory.of(node("a", 8, 2)).asks("half", gpus(3, 0.5));
    assertThat(story.granted("half").orElseThrow().parts())
        .containsExactly(new AllottedPart("a", 3, List.of(0, 0, 1)));
    story.asks("whole", gpus(1, 1));
    assertThat(story.granted("whole")).isEmpty();
    story.asks("quarter", gpus(1, 0.25));
    assertThat(story.granted("quarter")).isEmpty();
  }

  @Test
  void strictFormsHoldOrAreRefused() {
    HeadStory story = HeadStory.of(node("a", 2, 0), node("b", 3, 0));
    story.asks("packed", with(workers(3), Placement.STRICT_PACK));
    story.asks("spread", with(workers(2), Placement.STRICT_SPREAD));
    assertThat(story.granted("packed").orElseThrow().parts())
        .containsExactly(new AllottedPart("b", 3, List.of()));
    story.happens(new HeadEvent.ClaimReleased("packed"));
    assertThat(story.granted("spread").orElseThrow().parts())
        .extracting(AllottedPart::node)
        .containsExactly("a", "b");
    story.asks("never", with(workers(3), Placement.STRICT_SPREAD));
    assertThat(story.all(HeadEffect.Refused.class)).hasSize(1);
  }

  @Test
  void whoWantsNoGpuIsPutWhereThereAreNone() {
    HeadStory story = HeadStory.of(node("a", 16, 4), node("b", 2, 0)).asks("c", workers(2));
    assertThat(story.granted("c").orElseThrow().parts())
        .extracting(AllottedPart::node)
        .containsExactly("b");
  }

  @Test
  void aNodeDoesNotListenToAHeadThatAnotherOneHasFollowed() {
    NodeLedger ledger = NodeLedger.of(node("a", 2, 0)).follow(5);
    var ask = new HeadEffect.Reserve("a", 1, "c", 1, Resources.cpus(1));
    assertThat(ledger.take(4, ask).allocation().shares()).isEmpty();
    assertThat(ledger.take(5, ask).allocation().shares()).containsKey("c");
  }

  @Test
  void whatANodeIsAskedTwiceItDoesOnce() {
    var ask = new HeadEffect.Reserve("a", 1, "c", 1, Resources.cpus(1));
    NodeLedger released =
        NodeLedger.of(node("a", 2, 0)).take(1, ask).take(1, new HeadEffect.Release("a", 2, "c"));
    assertThat(released.take(1, ask).allocation().shares()).isEmpty();
  }
}
