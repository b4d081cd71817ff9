package dev.manta.cluster.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.head.FromHead;
import dev.manta.internal.head.HeadGrant;
import dev.manta.internal.head.ToHead;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeadReignTest {
  private final ReignStory story = new ReignStory();

  @BeforeEach
  void twoNodesAreThere() {
    story.joins("a");
    story.joins("b");
    story.passes(6);
  }

  @Test
  void aDriverHearsOfItsGrantWhenTheNodesLetItIn() {
    story.claims("digits", 4, "p1", Optional.empty());

    HeadGrant grant = story.grant("digits").orElseThrow();
    assertThat(grant.parts()).extracting(part -> part.node().name()).containsExactly("a", "b");
    assertThat(grant.parts().getFirst().address().print()).isEqualTo("print of a");
    assertThat(story.nodes.values()).allMatch(node -> "p1".equals(node.introduced().get("digits")));
  }

  @Test
  void theFirstHeadOfAClusterGrantsAsSoonAsANodeHasSaidWhatItHas() {
    var first = new ReignStory();
    first.claims("digits", 1, "p1", Optional.empty());
    assertThat(first.told).isEmpty();
    first.joins("a");
    assertThat(first.grant("digits")).isPresent();
  }

  @Test
  void aHeadThatFollowsAnotherHearsEverybodyFirst() {
    story.begins(0, story.reign.members());
    story.claims("digits", 1, "p1", Optional.empty());
    story.passes(4);
    assertThat(story.grant("digits")).isEmpty();
    story.passes(2);
    assertThat(story.grant("digits")).isPresent();
  }

  @Test
  void aRunWhoseIdCannotNameADirectoryIsRefused() {
    for (String id : List.of("../digits", "", ".digits", "-x", "a/b", "a b", "x".repeat(128))) {
      story.told.clear();
      story.claims(id, 1, "p1", Optional.empty());
      assertThat(story.told)
          .singleElement()
          .isInstanceOfSatisfying(
              FromHead.Refused.class,
              refused -> assertThat(refused.why()).startsWith("\"" + id + "\" cannot be the id"));
    }
    story.claims("_digits-1.2", 1, "p1", Optional.empty());
    assertThat(story.grant("_digits-1.2")).isPresent();
  }

  @Test
  void aGrantIsNotToldWhileANodeIsDeaf() {
    story.deaf(true);
    story.claims("digits", 1, "p1", Optional.empty());
    story.passes(5);
    assertThat(story.grant("digits")).isEmpty();

    story.deaf(false);
    story.passes(1);
    assertThat(story.grant("digits")).isPresent();
  }

  @Test
  void aRestartedDriverIsToldAgainOnceNodesKnowItsNewPrint() {
    story.claims("digits", 2, "p1", Optional.empty());
    HeadGrant before = story.grant("digits").orElseThrow();
    story.told.clear();

    story.claims("digits", 2, "p2", Optional.empty());
    assertThat(story.grant("digits")).contains(before);
    String node = before.parts().getFirst().node().name();
    assertThat(story.account(node).introduced()).containsEntry("digits", "p2");

    story.told.clear();
    story.claims("digits", 2, "p2", Optional.of(before));
    assertThat(story.told).isEmpty();
  }

  @Test
  void whoWaitsHearsItAndGetsWhatOthersGiveBack() {
    story.claims("digits", 3, "p1", Optional.empty());
    story.claims("words", 2, "p2", Optional.empty());
    assertThat(story.told.getLast()).isInstanceOf(FromHead.Waits.class);
    story.claims("huge", 9, "p3", Optional.empty());
    assertThat(story.told.getLast()).isInstanceOf(FromHead.Refused.class);

    story.says("p1", new ToHead.Releases("digits"));
    story.passes(1);
    assertThat(story.grant("words")).isPresent();
  }

  @Test
  void aProcessThatHadARunOnceDoesNotReleaseWhatItsNextDriverHas() {
    story.claims("digits", 2, "p1", Optional.empty());
    story.claims("digits", 2, "p2", Optional.empty());
    story.says("p1", new ToHead.Releases("digits"));
    assertThat(story.reign.hear(new HeadHears.TimePassed(), Duration.ofSeconds(30))).isEmpty();
    assertThat(story.nodes.values())
        .anyMatch(node -> node.ledger().allocation().shares().containsKey("digits"));
  }

  @Test
  void aDriverThatHasGivenUpReleasesARunOfWhichOnlyNodesKnow() {
    story.claims("digits", 2, "p1", Optional.empty());
    story.begins(0, story.reign.members());
    story.says("p1", new ToHead.Releases("digits"));
    story.passes(6);
    assertThat(story.nodes.values())
        .noneMatch(node -> node.ledger().allocation().shares().containsKey("digits"));
  }

  @Test
  void aRunThatIsResumedWithMoreWorkersGetsThemAllAtOnce() {
    story.claims("digits", 2, "p1", Optional.empty());
    story.told.clear();
    story.claims("digits", 4, "p2", Optional.empty());
    assertThat(story.grant("digits").orElseThrow().parts()).hasSize(2);
    assertThat(story.told).filteredOn(FromHead.Granted.class::isInstance).hasSize(1);
  }

  @Test
  void aNodeThatMissedTheNewestListGetsItFromTheNextHead() {
    MemberList members = story.reign.members();
    story.begins(0, members);
    assertThat(story.lists).hasSize(2);
    assertThat(story.lists.values())
        .allSatisfy(
            list -> {
              assertThat(list.term()).isEqualTo(story.reign.term());
              assertThat(list.members()).isEqualTo(members.members());
            });
  }

  @Test
  void theNextHeadGrantsNothingTwice() {
    story.claims("digits", 4, "p1", Optional.empty());
    HeadGrant had = story.grant("digits").orElseThrow();
    long term = story.reign.term();

    story.begins(0, story.reign.members());
    assertThat(story.reign.term()).isGreaterThan(term);
    story.claims("digits", 4, "p1", Optional.of(had));
    story.claims("words", 1, "p2", Optional.empty());
    story.passes(8);

    assertThat(story.grant("words")).isEmpty();
    assertThat(story.nodes.values())
        .allMatch(node -> node.ledger().allocation().shares().containsKey("digits"));
    assertThat(story.nodes.values()).allMatch(n -> n.ledger().term() == story.reign.term());
  }

  @Test
  void aDaemonThatIsKilledAndComesBackLosesNothing() {
    story.claims("digits", 4, "p1", Optional.empty());
    story.told.clear();

    story.hear(new HeadHears.Gone("b", false));
    story.passes(3);
    story.hear(new HeadHears.Up("b"));
    story.report();
    story.passes(10);
    assertThat(story.grant("digits")).isEmpty();
  }

  @Test
  void aNodeThatStaysAwayIsTakenFromTheGrant() {
    story.claims("digits", 4, "p1", Optional.empty());
    story.nodes.remove("b");
    story.hear(new HeadHears.Gone("b", false));
    story.passes(6);
    assertThat(story.grant("digits").orElseThrow().parts()).hasSize(1);
  }

  @Test
  void aTakenNameIsRefusedUntilItsNodeIsGone() {
    story.joins("b", "another print");
    assertThat(story.answers.getLast())
        .isInstanceOfSatisfying(
            JoinMessage.NotJoined.class,
            no -> assertThat(no.why()).contains("the name b is taken"));

    story.hear(new HeadHears.Gone("b", false));
    story.joins("b", "another print");
    assertThat(story.answers.getLast()).isInstanceOf(JoinMessage.Joined.class);
  }

  @Test
  void anotherJdkIsRefused() {
    var member = new Member("c", "p", "h", 1, 2, false);
    story.hear(new HeadHears.Joins(1, "p", new Newcomer(member, "", 26)));
    assertThat(story.answers.getLast().toString()).contains("JDK 26");
  }

  @Test
  void aDrainedNodeHearsItAndGetsNothingNew() {
    story.says(new ToHead.AsksDrain(1, "b", Duration.ofSeconds(60)));
    assertThat(story.told.getLast()).isInstanceOf(FromHead.Done.class);
    assertThat(story.account("b").ledger().allocation().leaving()).isTrue();
    story.claims("digits", 3, "p1", Optional.empty());
    assertThat(story.grant("digits")).isEmpty();

    story.deaf(true);
    story.says(new ToHead.AsksDrain(3, "a", Duration.ofSeconds(60)));
    story.deaf(false);
    assertThat(story.account("a").ledger().allocation().leaving()).isFalse();
    story.passes(1);
    assertThat(story.account("a").ledger().allocation().leaving()).isTrue();

    story.says(new ToHead.AsksDrain(2, "x", Duration.ofSeconds(60)));
    assertThat(story.told.getLast().toString()).contains("there is no node x; nodes are a, b");
  }

  @Test
  void whoIsForgottenIsOnNobodysList() {
    story.says(new ToHead.AsksForget(1, "b"));
    assertThat(story.evicted).hasSize(1);
    assertThat(story.lists.getOrDefault("a", MemberList.EMPTY).prints())
        .containsExactly("print of a");
    story.joins("b");
    assertThat(story.answers.getLast().toString()).contains("node b was forgotten");
    story.says(new ToHead.AsksForget(2, "a"));
    assertThat(story.told.getLast()).isInstanceOf(FromHead.NotDone.class);
  }
}
