package dev.manta.internal.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.internal.checkpoint.Retention.Ranking;
import dev.manta.internal.checkpoint.Retention.Scored;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RetentionTest {
  private static final double NONE = Double.NEGATIVE_INFINITY;

  private static Retention keep(int count, Ranking ranking) {
    return new Retention(OptionalInt.of(count), ranking);
  }

  /// Checkpoints c0, c1, … with these scores; NONE stands for a missing key.
  private static List<Scored> scored(double... scores) {
    List<Scored> all = new ArrayList<>();
    for (double score : scores) {
      OptionalDouble value = score == NONE ? OptionalDouble.empty() : OptionalDouble.of(score);
      all.add(new Scored("c" + all.size(), value));
    }
    return all;
  }

  private static List<String> deleted(Retention retention, double... scores) {
    return retention.toDelete(scored(scores), Set.of());
  }

  @Test
  void withoutALimitNothingIsDeleted() {
    Retention all = new Retention(OptionalInt.empty(), Ranking.NEWEST);
    assertThat(deleted(all, 1, 2, 3)).isEmpty();
  }

  @Test
  void withoutAScoreTheNewestAreKept() {
    assertThat(deleted(keep(2, Ranking.NEWEST), 9, 8, 7, 6)).containsExactly("c0", "c1");
  }

  @Test
  void theBestAndTheLatestAreKept() {
    assertThat(deleted(keep(1, Ranking.LARGEST), 0.1, 0.9, 0.5, 0.2)).containsExactly("c0", "c2");
    assertThat(deleted(keep(1, Ranking.SMALLEST), 0.5, 0.1, 0.9, 0.2)).containsExactly("c0", "c2");
  }

  @Test
  void theLatestThatIsAmongTheBestTakesNoExtraPlace() {
    assertThat(deleted(keep(2, Ranking.LARGEST), 1, 2, 3)).containsExactly("c0");
  }

  @Test
  void theLatestThatIsNotAmongTheBestTakesThePlaceOfTheLeastOfThem() {
    assertThat(deleted(keep(2, Ranking.LARGEST), 3, 2, 1)).containsExactly("c1");
    assertThat(deleted(keep(3, Ranking.SMALLEST), 1, 2, 3, 4)).containsExactly("c2");
  }

  @ParameterizedTest
  @EnumSource(names = {"LARGEST", "SMALLEST"})
  void notANumberAndAMissingKeyAreNeverBest(Ranking ranking) {
    assertThat(deleted(keep(1, ranking), 0.5, Double.NaN, NONE, NONE)).containsExactly("c1", "c2");
    assertThat(keep(1, ranking).best(scored(Double.NaN, NONE))).isEmpty();
    assertThat(keep(1, ranking).best(scored(Double.NaN, 1, NONE)).orElseThrow().name())
        .isEqualTo("c1");
  }

  @Test
  void ofEqualScoresTheLaterIsBetter() {
    assertThat(deleted(keep(1, Ranking.LARGEST), 1, 1, 0)).containsExactly("c0");
    assertThat(keep(1, Ranking.SMALLEST).best(scored(1, 1)).orElseThrow().name()).isEqualTo("c1");
  }

  @Test
  void whatIsNeededIsNeverDeleted() {
    assertThat(keep(1, Ranking.NEWEST).toDelete(scored(1, 2, 3, 4), Set.of("c0", "c2")))
        .containsExactly("c1");
  }

  @Test
  void keepingNoneIsRefused() {
    assertThatThrownBy(() -> keep(0, Ranking.NEWEST)).hasMessage("keep must be at least 1, not 0");
  }

  @Test
  void randomHistoriesNeverLoseTheBestTheLatestOrWhatIsNeeded() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      Retention retention =
          keep(1 + random.nextInt(4), List.of(Ranking.values()).get(random.nextInt(3)));
      List<Scored> living = new ArrayList<>();
      Set<String> needed = Set.of("c" + random.nextInt(10));
      for (int n = 0; n < 12; n++) {
        living.add(new Scored("c" + n, score(random)));
        List<String> deleted = retention.toDelete(living, needed);
        assertThat(deleted)
            .as("seed %d", seed)
            .doesNotContain("c" + n)
            .doesNotContainAnyElementsOf(needed);
        retention.best(living).ifPresent(best -> assertThat(deleted).doesNotContain(best.name()));
        living.removeIf(scored -> deleted.contains(scored.name()));
        assertThat(living)
            .as("seed %d", seed)
            .hasSizeLessThanOrEqualTo(Math.max(2, retention.keep().getAsInt()) + 1);
        assertThat(retention.toDelete(living, needed)).as("seed %d", seed).isEmpty();
      }
    }
  }

  private static OptionalDouble score(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> OptionalDouble.empty();
      case 1 -> OptionalDouble.of(Double.NaN);
      default -> OptionalDouble.of(random.nextInt(4));
    };
  }
}
