package dev.manta.tune.internal.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.tune.Dimension;
import dev.manta.tune.Domain;
import dev.manta.tune.Point;
import dev.manta.tune.Space;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class DimensionTextsTest {
  private static List<Dimension> read(Space space, Point... points) {
    return DimensionTexts.read(space.texts(), List.of(points));
  }

  @Test
  void whatAJournalSaysOfASpaceIsReadAgain() {
    Space space =
        Space.of()
            .logUniform("rate", 1e-5, 0.1)
            .quantized("drop", 0, 0.5, 0.1)
            .logInteger("width", 8, 512)
            .normal("noise", 0, 2)
            .choice("optimizer", "sgd", "adam", "none")
            .when("optimizer", List.of("sgd", "adam"), in -> in.uniform("momentum", 0, 1))
            .constant("seed", 3)
            .computed("twice", point -> 2 * point.number("rate"));
    assertThat(read(space)).isEqualTo(space.dimensions());
  }

  @Test
  void valuesHaveTheTypesThatTrialsHad() {
    Space space = Space.of().choice("layers", "1", "2");
    assertThat(read(space, Point.of("layers", "2")).getFirst().domain())
        .isEqualTo(new Domain.Choice(List.of("1", "2")));
  }

  @Test
  void whatCannotBeReadIsWhereTrialsWere() {
    Space space = Space.of().choice("layers", "a, b", "c").uniform("a=b", 0, 9);
    List<Dimension> found =
        read(
            space,
            new Point(Map.of("layers", "a, b", "a=b", 1.5)),
            new Point(Map.of("layers", "c", "a=b", 2.5)));
    assertThat(found.getFirst().domain()).isEqualTo(new Domain.Choice(List.of("a, b", "c")));
    assertThat(found.getLast().name()).isEqualTo("a=b");
    assertThat(DimensionTexts.read(List.of("x=nonsense"), List.of(Point.of("x", 1.0)))).hasSize(1);
    assertThat(
            DimensionTexts.read(
                List.of("x=later(1)"), List.of(Point.of("x", 1.0), Point.of("x", 3.0))))
        .singleElement()
        .extracting(Dimension::domain)
        .isEqualTo(new Domain.Real(1, 3, false, OptionalDouble.empty()));
  }
}
