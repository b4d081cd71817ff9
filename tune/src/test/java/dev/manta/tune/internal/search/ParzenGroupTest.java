package dev.manta.tune.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.tune.Goal;
import dev.manta.tune.Point;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Suggestion;
import dev.manta.tune.TrialHistory;
import dev.manta.tune.TrialState;
import dev.manta.tune.internal.numbers.RandomStream;
import dev.manta.tune.internal.space.Coding;
import java.util.List;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ParzenGroupTest {
  private static final Space SPACE =
      Space.of()
          .choice("kind", "a", "b")
          .uniform("x", 0, 1)
          .when("kind", "a", inner -> inner.uniform("u", 0, 1).choice("v", "one", "two"))
          .when("kind", "b", inner -> inner.uniform("w", 0, 1));

  /// Trials of both kinds; those of kind a are all worse than those of kind b, and best where u is
  /// 0.2.
  private static TrialHistory history() {
    var history = new TrialHistory(SPACE, List.of(Goal.minimize("loss")), 3, OptionalInt.empty());
    for (int i = 0; i < 60; i++) {
      history.begin(((Suggestion.Try) Searcher.random().suggest(history)).point());
      history.end(i, TrialState.COMPLETE, List.of(loss(history.all().get(i).point())), 1);
    }
    return history;
  }

  private static double loss(Point point) {
    return point.find("u").isPresent()
        ? 10 + Math.abs(point.number("u") - 0.2)
        : Math.abs(point.number("w") - 0.9);
  }

  @Test
  void parametersThatNeverAppearTogetherAreGroupsOfTheirOwn() {
    assertThat(ParzenGroup.of(history()))
        .extracting(ParzenGroup::axes)
        .containsExactly(List.of(0, 1), List.of(2, 3), List.of(4));
  }

  @Test
  void aGroupLearnsFromTheTrialsThatHaveItThoughAllOthersAreBetter() {
    TrialHistory history = history();
    ParzenGroup group = ParzenGroup.of(history).get(1);
    Ranking ranking = group.ranking(history, history.all());
    assertThat(ranking.good()).isNotEmpty().allMatch(places -> places.length == 2);
    RandomGenerator random = RandomStream.of(3, 0);
    for (int i = 0; i < 20; i++) {
      double[] best = group.best(new Coding(SPACE), ranking, random, 32);
      assertThat(best[0]).as("draw " + i).isBetween(0.0, 0.45);
    }
  }

  @Test
  void eachSuggestionHasTheParametersOfItsKind() {
    TrialHistory history = history();
    for (int i = 60; i < 80; i++) {
      Point point = ((Suggestion.Try) Searcher.tpe().suggest(history)).point();
      assertThat(SPACE.point(point.values())).isEqualTo(point);
      assertThat(point.find("u").isPresent()).isEqualTo(point.text("kind").equals("a"));
      history.begin(point);
      history.end(i, TrialState.COMPLETE, List.of(loss(point)), 1);
    }
    assertThat(history.all().subList(70, 80))
        .filteredOn(each -> each.point().text("kind").equals("b"))
        .hasSizeGreaterThan(5)
        .allMatch(each -> each.value() < 0.3);
  }
}
