package dev.manta.tune.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.tune.Goal;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Suggestion;
import dev.manta.tune.TrialHistory;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class AutoTest {
  private static final Space NUMBERS = Space.of().uniform("x", 0, 1).uniform("y", 0, 1);
  private static final Space MIXED = NUMBERS.choice("kind", "a", "b");
  private static final Space CONDITIONAL =
      MIXED.when("kind", "a", inner -> inner.uniform("z", 0, 1));
  private static final List<Goal> ONE = List.of(Goal.minimize("loss"));

  private static TrialHistory history(Space space, List<Goal> goals, int planned) {
    return new TrialHistory(space, goals, 0, OptionalInt.of(planned));
  }

  private static void assertChosen(
      TrialHistory trials, Class<? extends Searcher> searcher, String reason) {
    assertThat(Auto.choose(trials).searcher()).isInstanceOf(searcher);
    assertThat(Auto.chosen(trials)).isEqualTo(reason);
    assertThat(new Auto().suggest(trials))
        .isInstanceOfSatisfying(
            Suggestion.Try.class,
            suggested -> assertThat(suggested.reason()).endsWith(" (auto: " + reason + ")"));
  }

  @Test
  void itChoosesByGoalsSpaceAndBudgetAndSaysSoInEachSuggestion() {
    assertChosen(
        history(NUMBERS, List.of(Goal.minimize("loss"), Goal.minimize("size")), 100),
        Nsga2.class,
        "NSGA-II, as there are 2 goals");
    assertChosen(
        history(Space.of().grid("x", 1, 2).constant("y", 3), ONE, 100),
        GridSearch.class,
        "grid, as all parameters are grids or constants");
    assertChosen(
        history(MIXED, ONE, 250),
        GaussianProcess.class,
        "Gaussian process, as 250 trials of 3 parameters are few");
    assertChosen(history(NUMBERS, ONE, 251), Tpe.class, "TPE, as it searches every space");
    assertChosen(history(CONDITIONAL, ONE, 100), Tpe.class, "TPE, as it searches every space");
    assertChosen(history(MIXED, ONE, 1000), Tpe.class, "TPE, as it searches every space");
    assertChosen(
        history(NUMBERS, ONE, 1000),
        CmaEs.class,
        "CMA-ES, as there are 1000 trials, of numbers alone");
  }
}
