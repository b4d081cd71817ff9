package dev.manta.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.manta.spi.json.Json;
import dev.manta.tune.internal.numbers.RandomStream;
import dev.manta.tune.internal.space.Coding;
import dev.manta.tune.space.Choice;
import dev.manta.tune.space.Constant;
import dev.manta.tune.space.Grid;
import dev.manta.tune.space.IntUniform;
import dev.manta.tune.space.LogIntUniform;
import dev.manta.tune.space.LogUniform;
import dev.manta.tune.space.Normal;
import dev.manta.tune.space.Uniform;
import dev.manta.tune.space.When;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class SpaceTest {
  enum Activation {
    RELU,
    GELU
  }

  record Optimizer(
      @Choice({"sgd", "adam"}) String kind,
      @LogUniform(low = 1e-5, high = 1e-1) double learningRate) {}

  record Config(
      Optimizer optimizer,
      @When(
              name = "optimizer.kind",
              is = {"sgd"})
          @Uniform(low = 0, high = 0.99)
          OptionalDouble momentum,
      @Choice({"16", "32", "64"}) int batchSize,
      @IntUniform(low = 1, high = 4) int layers,
      @LogIntUniform(low = 8, high = 512) long width,
      @Uniform(low = 0, high = 0.5, step = 0.1) float dropout,
      @Normal(mean = 1, deviation = 2) double bias,
      @Choice({"RELU", "GELU"}) Activation activation,
      @Grid({"true", "false"}) boolean nesterov,
      @Constant("digits") String data) {}

  record Plain(double learningRate, int layers) {}

  private static Point random(Space space, int seed) {
    var random = RandomStream.of(seed, 0);
    var coding = new Coding(space);
    double[] places = new double[coding.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = random.nextDouble();
    }
    return coding.decode(places);
  }

  @Test
  void annotationsOfARecordMakeItsSpace() {
    Space space = Space.of(Config.class).checked();
    for (int seed = 0; seed < 200; seed++) {
      Config config = space.config(random(space, seed), Config.class);
      assertThat(config.optimizer().learningRate()).isBetween(1e-5, 1e-1);
      assertThat(config.batchSize()).isIn(16, 32, 64);
      assertThat(config.layers()).isBetween(1, 4);
      assertThat(config.width()).isBetween(8L, 512L);
      assertThat(config.dropout() * 10).isCloseTo(Math.round(config.dropout() * 10), within(1e-5f));
      assertThat(config.data()).isEqualTo("digits");
      assertThat(config.momentum().isPresent()).isEqualTo(config.optimizer().kind().equals("sgd"));
    }
  }

  @Test
  void theBuilderSaysTheSameWithoutAnnotations() {
    Space space =
        Space.of(Plain.class).logUniform("learningRate", 1e-5, 1e-1).integer("layers", 1, 4);
    Plain plain = space.checked().config(random(space, 1), Plain.class);
    assertThat(plain.learningRate()).isBetween(1e-5, 1e-1);
    assertThat(space.texts())
        .containsExactly("learningRate=loguniform(1.0E-5, 0.1)", "layers=int(1, 4)");
  }

  @Test
  void everyValueOfADomainComesBackFromItsPlace() {
    for (String text :
        List.of(
            "uniform(-2, 3)",
            "loguniform(1e-5, 1)",
            "quniform(0, 1, 0.25)",
            "int(-3, 9)",
            "int(0, 100, 5)",
            "logint(1, 1000)",
            "normal(2, 3)",
            "choice(a, 2, 0.5, true)",
            "grid(1, 2, 3)",
            "constant(7)")) {
      Domain domain = Domain.parse(text);
      assertThat(Domain.parse(domain.text())).isEqualTo(domain);
      for (int i = 0; i < 100; i++) {
        Object value = domain.at((i + 0.5) / 100);
        assertThat(domain.has(value)).as(text + " has " + value).isTrue();
        Object again = domain.at(domain.unit(value));
        if (value instanceof Double number) {
          assertThat((Double) again)
              .isCloseTo(number, within(1e-9 * Math.max(1, Math.abs(number))));
        } else {
          assertThat(again).isEqualTo(value);
        }
      }
    }
  }

  @Test
  void theEndsOfIntegersAreAsLikelyAsTheOthers() {
    Domain domain = new Domain.Whole(1, 4, false, 1);
    int[] counts = new int[5];
    for (int i = 0; i < 4000; i++) {
      counts[((Long) domain.at((i + 0.5) / 4000)).intValue()]++;
    }
    assertThat(counts).containsExactly(0, 1000, 1000, 1000, 1000);
  }

  @Test
  void boundsInTheWrongOrderAreNamed() {
    assertThatThrownBy(() -> Space.of().uniform("x", 3, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the low bound 3.0 must be below the high bound 2.0");
    assertThatThrownBy(() -> Space.of().logUniform("x", 0, 2))
        .hasMessage("a logarithmic domain must be above 0, but is from 0.0 to 2.0");
    assertThatThrownBy(() -> Space.of().integer("x", 5, 4))
        .hasMessage("the low bound 5 must not be above the high bound 4");
    assertThatThrownBy(() -> Space.of().quantized("x", 0, 1, 2))
        .hasMessageContaining("at most high - low = 1.0, but is 2.0");
    assertThatThrownBy(() -> Space.of().uniform("x", Double.NaN, 2)).hasMessageContaining("NaN");
  }

  @Test
  void anUnknownComponentIsNamedWithThoseThereAre() {
    assertThatThrownBy(() -> Space.of(Plain.class).uniform("learningrate", 0, 1))
        .hasMessage("Plain has no component learningrate; it has [learningRate, layers]");
  }

  @Test
  void aComponentThatCannotHoldTheValuesIsRefused() {
    assertThatThrownBy(() -> Space.of(Plain.class).uniform("layers", 0, 1))
        .hasMessageContaining("Plain.layers is of type int, which cannot hold real numbers");
    assertThatThrownBy(() -> Space.of(Plain.class).integer("layers", 0, 1L << 40))
        .hasMessageContaining(
            "which cannot hold numbers as large as those of int(0, 1099511627776)");
    assertThatThrownBy(() -> Space.of(Plain.class).choice("layers", "many"))
        .hasMessageContaining("cannot hold the value many");
    assertThatThrownBy(
            () ->
                Space.of(Plain.class)
                    .integer("layers", 1, 2)
                    .when("layers", 1, inner -> inner.uniform("learningRate", 0, 1)))
        .hasMessageContaining("must be optional, not double");
  }

  @Test
  void emptyAndIncompleteSpacesAreRefused() {
    assertThatThrownBy(() -> Space.of().checked()).hasMessageContaining("the space is empty");
    assertThatThrownBy(() -> Space.of(Plain.class).integer("layers", 1, 4).checked())
        .hasMessage(
            "Plain has components without a domain: [learningRate]; give each one, or a constant");
  }

  @Test
  void aValueComputedFromOthersIsPartOfThePoint() {
    Space space =
        Space.of().integer("heads", 1, 8).computed("width", point -> 64 * point.whole("heads"));
    Point point = random(space, 3);
    assertThat(point.whole("width")).isEqualTo(64 * point.whole("heads"));
  }

  @Test
  void aConditionalParameterExistsOnlyThere() {
    Space space =
        Space.of()
            .choice("kind", "sgd", "adam")
            .when("kind", "sgd", inner -> inner.uniform("momentum", 0, 1))
            .uniform("rate", 0, 1);
    for (int seed = 0; seed < 50; seed++) {
      Point point = random(space, seed);
      assertThat(point.find("momentum").isPresent()).isEqualTo(point.text("kind").equals("sgd"));
      assertThat(point.find("rate")).isPresent();
    }
    assertThatThrownBy(() -> space.when("kind", "lion", inner -> inner))
        .hasMessageContaining("kind being lion, but it is choice(sgd, adam)");
    assertThatThrownBy(() -> space.when("size", 1, inner -> inner))
        .hasMessageContaining("a condition is on size, which is not there yet");
  }

  @Test
  void aPointOfTheUserMustBeInTheSpace() {
    Space space = Space.of().uniform("x", 0, 1).choice("kind", "a", "b").constant("c", 5);
    assertThat(space.point(Map.of("x", 1, "kind", "a")).values())
        .containsExactlyEntriesOf(Point.of("x", 1.0).with("kind", "a").with("c", 5L).values());
    assertThatThrownBy(() -> space.point(Map.of("x", 2, "kind", "a")))
        .hasMessage("x is 2, which is not in uniform(0.0, 1.0)");
    assertThatThrownBy(() -> space.point(Map.of("x", 0.5))).hasMessageContaining("has no kind");
    assertThatThrownBy(() -> space.point(Map.of("x", 0.5, "kind", "a", "y", 1)))
        .hasMessageContaining("the point has [y], which the space does not have");
  }

  @Test
  void pointsSurviveJson() {
    Point point =
        Point.of("rate", 1.0)
            .with("layers", 3)
            .with("kind", "sgd")
            .with("on", true)
            .with("tiny", 1e-17);
    Point again = Point.fromJson(Json.parse(point.toJson().text()));
    assertThat(again).isEqualTo(point);
    assertThat(List.copyOf(again.values().keySet()))
        .isEqualTo(List.copyOf(point.values().keySet()));
  }

  @Test
  void anotherSpaceIsToldByItsDifferences() {
    Space space = Space.of().uniform("x", 0, 1).integer("n", 1, 2);
    assertThat(space.differences(space.texts())).isEmpty();
    assertThat(space.differences(Space.of().uniform("x", 0, 2).integer("n", 1, 2).texts()))
        .containsExactly("now x=uniform(0.0, 1.0)", "was x=uniform(0.0, 2.0)");
  }
}
