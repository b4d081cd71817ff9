package dev.manta.tune.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.tune.Point;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Study;
import dev.manta.tune.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Searchers that count what they suggested, beside points that somebody else had.
class GivenPointsTest {
  private static final Space SPACE = Space.of().grid("a", 1, 2, 3).grid("b", "x", "y");
  private static final Space CONDITIONAL =
      Space.of()
          .grid("kind", "deep", "flat")
          .when("kind", "deep", inner -> inner.grid("layers", 1, 2));

  private static Point point(int a, String b) {
    return SPACE.point(Map.of("a", a, "b", b));
  }

  /// What is tried until the search ends.
  private static List<Trial> all(Space space, Searcher searcher) {
    Study study = Study.minimize(space, "loss").searcher(searcher).start();
    for (Optional<Trial> next = study.poll(); next.isPresent(); next = study.poll()) {
      study.tell(next.get(), 1);
    }
    return study.trials();
  }

  private static List<Point> points(Space space, Searcher searcher) {
    return all(space, searcher).stream().map(Trial::point).toList();
  }

  private static final List<Point> GRID = points(SPACE, Searcher.grid());

  @Test
  void aGridIsTriedInFullAfterThePointsThatWereGiven() {
    List<Point> given = List.of(point(3, "x"), point(1, "y"));
    for (Searcher each : List.of(Searcher.grid(), Searcher.auto())) {
      assertThat(points(SPACE, each.startingWith(given)))
          .startsWith(given.toArray(Point[]::new))
          .containsExactlyInAnyOrderElementsOf(GRID);
    }
  }

  @Test
  void aGridIsTriedButForWhatAnEarlierSearchHasTried() {
    List<Trial> earlier = all(SPACE, Searcher.grid()).subList(1, 3);
    List<Point> rest = new ArrayList<>(GRID);
    rest.removeAll(GRID.subList(1, 3));
    for (Searcher each : List.of(Searcher.grid(), Searcher.auto())) {
      assertThat(points(SPACE, each.knowing(earlier))).isEqualTo(rest);
    }
  }

  @Test
  void aGridWithConditionsIsTriedInFullToo() {
    List<Point> grid = points(CONDITIONAL, Searcher.grid());
    List<Point> given = List.of(grid.get(1));
    assertThat(points(CONDITIONAL, Searcher.grid().startingWith(given)))
        .startsWith(grid.get(1))
        .containsExactlyInAnyOrderElementsOf(grid);
    List<Trial> earlier = all(CONDITIONAL, Searcher.grid()).subList(0, 2);
    assertThat(points(CONDITIONAL, Searcher.grid().knowing(earlier)))
        .isEqualTo(grid.subList(2, grid.size()));
  }

  @Test
  void givenPointsAreTriedWhereEarlierTrialsAreKnown() {
    List<Trial> earlier = all(SPACE, Searcher.grid()).subList(0, 2);
    List<Point> given = List.of(point(3, "y"));
    assertThat(points(SPACE, Searcher.grid().startingWith(given).knowing(earlier)))
        .containsExactly(point(3, "y"), point(2, "x"), point(2, "y"), point(3, "x"));
    assertThat(points(SPACE, Searcher.grid().knowing(earlier).startingWith(given)))
        .containsExactly(point(3, "y"), point(2, "x"), point(2, "y"), point(3, "x"));
  }

  @Test
  void pointsAreRepeatedByTheirOwnTrialsWhereEarlierOnesAreKnown() {
    List<Trial> earlier = all(SPACE, Searcher.grid()).subList(0, 5);
    assertThat(points(SPACE, Searcher.grid().repeated(2).knowing(earlier)))
        .containsExactly(point(3, "y"), point(3, "y"));
  }
}
