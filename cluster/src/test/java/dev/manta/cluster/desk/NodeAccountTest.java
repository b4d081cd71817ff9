package dev.manta.cluster.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.cluster.head.HeadEffect;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeAccountTest {
  private static final Node NODE =
      new Node("a", Resources.cpus(4).withGpus(2), List.of("T4", "T4"), Map.of());
  private static final Resources GPU = Resources.cpus(1).withGpus(1);

  private final NodeAccount granted =
      NodeAccount.of(NODE)
          .hear(new HeadSays.Reigns(5))
          .hear(new HeadSays.Introduces(5, "digits", "c0ffee"))
          .hear(new HeadSays.Asks(5, new HeadEffect.Reserve("a", 1, "digits", 2, GPU)));

  @Test
  void onlyTheDriverThatWasIntroducedForARunHasItsShare() {
    NodeAccount both = granted.hear(new HeadSays.Introduces(5, "other", "bad"));
    assertThat(both.share("digits", "c0ffee")).isPresent();
    assertThat(both.share("digits", "bad")).isEmpty();
    assertThat(both.share("other", "bad")).isEmpty();
  }

  @Test
  void whoGivesBackIsNotLetInAnyMore() {
    assertThat(granted.introduced()).containsEntry("digits", "c0ffee");
    NodeAccount released =
        granted.hear(new HeadSays.Asks(5, new HeadEffect.Release("a", 2, "digits")));
    assertThat(released.introduced()).isEmpty();
    assertThat(released.ledger().allocation().shares()).isEmpty();
  }

  @Test
  void aHeadThatWasFollowedByAnotherChangesNothing() {
    NodeAccount follows = granted.hear(new HeadSays.Reigns(9));
    assertThat(follows.hear(new HeadSays.Asks(5, new HeadEffect.Release("a", 2, "digits"))))
        .isEqualTo(follows);
    assertThat(follows.hear(new HeadSays.Introduces(5, "digits", "bad"))).isEqualTo(follows);
    assertThat(follows.hear(new HeadSays.Leaves(5, Duration.ZERO, ""))).isEqualTo(follows);
  }

  @Test
  void aDaemonThatBeginsAgainGivesNothingTwice() {
    NodeAccount again = granted.leaving().on(NODE);
    assertThat(again.ledger().allocation().leaving()).isFalse();
    NodeAccount asked =
        again.hear(new HeadSays.Asks(5, new HeadEffect.Reserve("a", 2, "other", 1, GPU)));
    assertThat(asked.ledger().allocation().shares()).containsOnlyKeys("digits");
  }

  @Test
  void aMachineWithFewerGpusHasNoShareOfThoseThatAreGone() {
    Node fewer = new Node("a", Resources.cpus(4).withGpus(1), List.of("T4"), Map.of());
    assertThat(granted.on(fewer).ledger().allocation().shares()).isEmpty();
  }

  @Test
  void termsGoUpAndThoseOfHeadsThatBeginAtOnceDiffer() {
    long first = Terms.above(0, 1);
    assertThat(Terms.above(first, 1)).isGreaterThan(first);
    assertThat(Terms.above(first, 0)).isGreaterThan(Terms.above(0, -1L));
    assertThat(Terms.above(first, 1)).isNotEqualTo(Terms.above(first, 2));
  }
}
